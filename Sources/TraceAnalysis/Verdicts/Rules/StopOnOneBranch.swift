/// A stop on one of several sources.
enum StopOnOneBranch {
  static let description = RuleDescription(
    of: .stopOnOneBranch, title: "the stop signal ends one branch only",
    claim: "A stop signal ended one source of an operator that has several, and the others keep it alive.",
    needs: """
      A living operator with a source that a signal stopped, and another source that began before and is \
      alive.
      None of its kind has ended.
      It happened to several of the kind. If there is only one of the kind, the stop was no clock, and \
      nobody has its handle.
      """,
    excuses: """
      An operator that begins its source again.
      A stop that is the operator's own count or condition, as of `take(1)`.
      Somebody has the handle, and the operator merges: going on with the rest is its purpose. Of \
      operators that gather, as `combineLatest` does, it is a suspect.
      The only one of its kind, where it ends by itself.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/FareAndSeats",
      "A screen's end stops the fares, one side of `combineLatest`. The seats keep all of it alive."),
    healthy: .program(
      "Healthy/LobbyThenGame",
      "The start of a game ends the lobby, one side of a merge. The game goes on."))
}
