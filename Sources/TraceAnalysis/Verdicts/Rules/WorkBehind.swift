/// A closure's work goes on when its subscriber is gone.
enum WorkBehind {
  static let description = RuleDescription(
    of: .workBehind, title: "sends on after its disposal",
    claim: """
      A subscriber of a closure is gone, and values still come to it from work that no recording shows: \
      a timer, a thread, a callback.
      """,
    needs: """
      An ended subscription to a closure that may begin work, such as the one of `create`.
      Values that came to it afterwards and were dropped, which no recorded subscription sent.
      More of them than may have been on their way, or one that came long after the end.
      """,
    excuses: """
      A subscription behind it that is alive, or whose values were dropped: the blame is there.
      One that was slow to end, where nearly all others of its line ended at once: nothing has come for \
      longer than values came too late.
      """,
    thresholds: [
      .count("fewest values", Facts.fewestStrays, "A few on their way as the end came are normal."),
      .count(
        "most values on their way", Facts.mostOnTheirWay, "More than so many were not merely on their way."),
      .duration(
        "grace", Facts.grace, "Values that come later than this after the end were not on their way."),
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/BeaconDriver",
      "`create` schedules a poll every few milliseconds and returns a disposable that does not cancel it."),
    healthy: .program(
      "Healthy/TokensOnTheirWay",
      """
      A thread looks whether it was cancelled before each value. One value is on its way as the end \
      comes.
      """))
}
