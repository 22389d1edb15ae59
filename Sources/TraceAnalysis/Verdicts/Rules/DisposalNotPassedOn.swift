/// Somebody is gone, and the subscription behind goes on.
enum DisposalNotPassedOn {
  static let description = RuleDescription(
    of: .disposalNotPassedOn, title: "dispose was not passed on",
    claim: "A subscriber was disposed or has ended, and the subscription behind it goes on.",
    needs: """
      A living subscription whose subscriber was disposed, completed or failed.
      If a closure began it, such as the one of `create`, it is certain only where its values were \
      dropped at the subscriber that is gone.
      It is likely where it had sent values into that subscriber before, or where dropped values have no \
      other known sender.
      Without such a sign, the closure must return disposables, and no living owner may hold the handle.
      One that has ended since counts, too, if a closure began it, its own source ended it late, and \
      several of its values were dropped.
      """,
    excuses: """
      A shared connection that has another living subscriber, or that its operator keeps by contract, as \
      `replay` does.
      A teardown that takes time: others at the same place took about as long to end after their \
      subscribers.
      A thread that is still at work: the thread of the subscriber's end has done nothing else since, or \
      another one is within work that may bring the end.
      A closure that feeds several subscribers from one source: another one has had a value of it since, \
      and hardly a value was dropped.
      """,
    thresholds: [
      .count(
        "fewest dropped values", Facts.fewestOutlived,
        "Of one that has ended since: fewer may have been on their way."),
      .duration(
        "shortest delay", Facts.longestWay,
        "Of one that has ended since: a teardown takes time. A longer settle time counts instead."),
      .duration(
        "longest pause of a thread", Facts.longestPause,
        "A busy machine may take the processor from a thread for so long."),
      .count(
        "fewest left over", Facts.fewestLeftOver,
        "So many clocks of one line, whose handles nobody has, make the verdict likely without a value."),
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/CompassBridge",
      """
      The disposable of `create` turns off the needle, and does not dispose the subscription to the \
      compass.
      """),
    healthy: .program(
      "Healthy/ClientsOfAHub",
      """
      Clients share a subscription that `create` began for the first of them. It serves the others when \
      the first has left.
      """))
}
