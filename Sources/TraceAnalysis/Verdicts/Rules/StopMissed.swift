/// The stop had come before anybody listened to it.
enum StopMissed {
  static let description = RuleDescription(
    of: .stopMissed, title: "begun when its stop signal had come",
    claim: "The stop signal of a subscription had come before it was begun, and nothing ends it any more.",
    needs: """
      A living operator such as `take(until:)`, whose stop signal comes from a subject and has sent it \
      nothing.
      A value of that subject for somebody else, from before the operator subscribed to it. Values are \
      recorded.
      A subject of its own for each operator of the line. Or each one that was stopped was begun again \
      at this line, which is a suspect.
      """,
    excuses: """
      A stop signal that all share and that may come again.
      A subject that keeps its value, as `ReplaySubject` does: it stops a late subscriber at once.
      A subscription that ends by itself, or that has another stop below.
      """,
    thresholds: [
      .count(
        "fewest for a likely one", Facts.fewestMissed,
        "So many missed their stop, or so many others of the line were ended by theirs.")
    ],
    faulty: .program(
      "Faulty/late-start/LateHistory",
      """
      A chat was closed while its history was loading. It begins to listen afterwards, until a stop that \
      has been.
      """),
    healthy: .program(
      "Healthy/LateGuests",
      "A party's end is kept by its signal: a guest who comes later is sent home at once."))
}
