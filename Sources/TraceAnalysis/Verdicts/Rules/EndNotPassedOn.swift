/// A closure keeps the end of its source to itself.
enum EndNotPassedOn {
  static let description = RuleDescription(
    of: .endNotPassedOn, title: "the end was not passed on",
    claim: """
      A closure subscribes for its subscriber and passes on the values. Its source has ended, and the \
      subscriber was not told: it waits for ever.
      """,
    needs: """
      A living subscription to a closure that returns disposables, such as the one of `create`. All \
      signals that the closure subscribed to have completed or failed, and they were begun before the \
      first of them ended.
      As many values came out of the closure as of these signals. Or one signal alone sent several, and \
      the closure sent its own only between the first of them and the end.
      """,
    excuses: """
      Another subscription at this line that was told of such an end, or that sent a value later: the \
      closure has something else to wait for.
      Signals that are begun one after the other: the closure may be about to begin the next.
      A few whose signal ended at once on the thread of its beginning: the closure may wait for \
      something else, which is no signal.
      """,
    thresholds: [
      .count(
        "fewest that wait", Facts.fewestWaiting,
        "So many of one line make the verdict likely, if none of their signals ended at once."),
      .duration(
        "at once", Facts.atOnce, "A signal that ends sooner may have had its value ready."),
    ],
    faulty: .program(
      "Faulty/end-not-passed-on/AuditedExports",
      """
      A wrapper that writes an audit passes on values and errors, and forgets the completion. No export \
      ever ends.
      """),
    healthy: .program(
      "Healthy/SymbolServerMerge",
      "A closure merges three sources. Two of them have completed, and the third goes on."))
}
