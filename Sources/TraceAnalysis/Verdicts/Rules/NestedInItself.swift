/// A recursion of signals.
enum NestedInItself {
  static let description = RuleDescription(
    of: .nestedInItself, title: "nested in itself, ever deeper",
    claim: "A line subscribes to itself again, ever deeper, and each level keeps the others alive.",
    needs: """
      A signal that is begun within one of its own line, and so on, where something on the way was begun \
      later. The innermost one has not come to its own end.
      Or subscriptions of one line that take each other's place, each of which goes through another line \
      more often than the one before.
      Or a subscription that begins one of its own line while it receives a value, and so on, and all of \
      them are alive.
      """,
    excuses: """
      A chain that a loop has put together and that is subscribed to at once.
      A recursion that has come to its end: it was as deep as it had to be.
      """,
    thresholds: [
      .count(
        "fewest levels", Facts.deepest, "A program does not nest a signal in itself so deep on purpose."),
      .count(
        "most steps from one level to the next", Facts.period,
        "Lines that are further apart are not taken for one recursion."),
    ],
    faulty: .program(
      "Faulty/recursion/HeartbeatChain",
      "Each beat appends the next to itself by `concat`. The chain grows as long as the heart beats."),
    healthy: .program(
      "Healthy/DirectoryWalk",
      "A walk is as deep as its folders are, and is over when there are no more."))
}
