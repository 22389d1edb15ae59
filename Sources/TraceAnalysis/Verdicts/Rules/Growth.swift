/// More and more, and nothing ends them.
enum Growth {
  /// The title where some have ended.
  static let titleWhereSomeEnded = "started again and again, hardly ever ended"

  static let description = RuleDescription(
    of: .growth, title: "started again and again, never ended", otherTitles: [titleWhereSomeEnded],
    claim: "A place starts one subscription after the other, and hardly one of them has ever ended.",
    needs: """
      Several living subscriptions of a kind, begun at different moments.
      If nobody has their handles and no stop signal is to come, a few are enough.
      Else more are needed, and they must have been begun at many different moments.
      Or none of the kind has ended, while the program put away nearly all else and ended in good order.
      It is likely if there were more after each round of the program, and nobody has the handles.
      """,
    excuses: """
      A set that has levelled off, or was complete long ago: there are as many as are needed.
      Subscriptions that another growing one began.
      Many that have ended: for each of them there must be more that live.
      """,
    thresholds: [
      .count("fewest alive", Facts.fewestStarts, "Two are no series."),
      .count(
        "fewest that are held", Facts.fewestHeld,
        "If somebody has the handles, or some have ended, fewer may be a program's working set."),
      .times(
        "alive for each that ended", Facts.livingForEachEnd,
        "One that has ended, among so many, does not speak against growth."),
      .count(
        "many rounds", Facts.manyRounds,
        """
        More after each of so many rounds, and none that ended, is likely even where somebody has the \
        handles.
        """),
    ],
    faulty: .program(
      "Faulty/growth/MetricsExporter",
      "Each scrape of a server subscribes to its load once more, and none of these ends."),
    healthy: .program(
      "Healthy/WarmUp",
      "Sixty-four shards are opened as they are first needed. Then there are no more."))
}
