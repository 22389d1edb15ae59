/// The stop went with the source that failed.
enum StopLost {
  static let description = RuleDescription(
    of: .stopLost, title: "lost its stop signal with a failed signal",
    claim: """
      A stop stands above an operator that begins something else when its source fails. The source \
      failed, and the replacement has no stop.
      """,
    needs: """
      A living operator such as `catch` or `retry`, and above it a source that failed before its stop \
      signal had sent anything. Values are recorded.
      Nobody has the handle of the subscription, and the program went on after it was let go.
      Another subscription of the kind that a stop ended: so the stop is meant to end them.
      """,
    excuses: """
      A replacement that ends by itself, or that has a stop of its own.
      A stop that is still to come further down.
      """,
    faulty: .program(
      "Faulty/some-do-not-end/CrashedFeeds",
      """
      A feed that fails is replaced by an archive, in a `catch` below `take(until: closed)`. Closing its \
      tab ends nothing any more.
      """),
    healthy: .program(
      "Healthy/FallbackUntilLive",
      "Cached prices stand in for the live feed, until it answers again."))
}
