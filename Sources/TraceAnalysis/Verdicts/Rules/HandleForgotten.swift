/// The handle went, and the subscription stays.
enum HandleForgotten {
  static let description = RuleDescription(
    of: .handleForgotten, title: "handle let go, never disposed",
    claim: "Nobody has the handle of a living subscription any more, and nothing else will end it.",
    needs: """
      A living subscription whose handle went out of memory undisposed, and a program that went on \
      afterwards.
      A sign that an end was due, one of the next five.
      The program disposed others of the kind.
      The same file began another subscription at the same time, which was disposed or stopped.
      The program disposed several others of the same source, or all others have left the shared \
      connection that this one keeps.
      Somebody had the handle for a while, and none of the kind has ended by itself.
      It was begun for a value of a subscriber, as others were before, and the program disposed that \
      subscriber.
      Whether it is likely or a suspect depends on the sign, and on how often it came.
      """,
    excuses: """
      A subscription that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      A stop signal that is still to come above it, unless that signal has failed.
      A handle that went as the program ended.
      A subscription of a closure whose own subscriber is gone: it is the closure's matter.
      The first of a line, where all others were disposed and nobody ever kept its handle.
      A set that has long been complete, where the only sign is a subscription of another line.
      """,
    thresholds: [
      .duration(
        "shortest possession", Forest.atOnce, "A handle that goes sooner may never have been kept."),
      .count(
        "fewest begun in turn", Facts.fewestRepeats,
        "So many of one kind, begun at different moments, are no chance."),
      .count(
        "fewest disposed of the same source", Kin.fewest,
        "Fewer of another line say nothing about this one."),
    ],
    faulty: .program(
      "Faulty/forgotten-handle/DoorSensors",
      """
      A door that is reported twice takes an early way out, and the handle of its second sensor is in no \
      list.
      """),
    healthy: .program(
      "Healthy/HelperUsedByAll",
      """
      All subscribe by one helper. Views dispose their subscriptions, and the program keeps its log for \
      good.
      """))
}
