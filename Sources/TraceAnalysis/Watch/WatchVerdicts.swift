package import TraceFormat

/// The judgement on a process that runs, from looks into its table.
///
/// The table tells neither values nor disposals. So only one thing is proven: a subscription that outlives
/// the subscription for which an operator made it. All else has a healthy explanation as well, and is suspect
/// at most.
package struct WatchVerdicts: Sendable {
  /// Living subscriptions that nothing speaks against, by the call site of their roots.
  package struct Open: Sendable, Hashable {
    package let site: Site
    package let trees: Int
    package let begun: Int
    package let ended: Int
    /// The age of the oldest.
    package let oldest: UInt64
  }

  package internal(set) var leaks: [WatchedLeak] = []
  package internal(set) var suspects: [WatchedLeak] = []
  /// Lines that are worth a look, as too little is known of them for a suspicion. Their subscriptions are
  /// open.
  package internal(set) var remarks: [WatchedLeak] = []
  /// The largest first.
  package internal(set) var open: [Open] = []
  /// How many subscriptions are open.
  package internal(set) var openCount = 0
  /// How many live without their downstream, for so short a time that their end may be on its way.
  package internal(set) var awaited = 0
  /// Whether there were too few looks to judge by.
  package let isUnjudged: Bool

  /// Two looks may both fall into one teardown.
  package static let fewestLooks = 3

  /// - Parameter minimum: leaks of less confidence are open.
  package init(_ watch: LivingWatch, minimum: Confidence = .possible) {
    isUnjudged = watch.looks < Self.fewestLooks
    var judge = WatchJudge(watch)
    if !isUnjudged {
      for leak in judge.outlived(minimum) {
        if leak.confidence == .possible { suspects.append(leak) } else { leaks.append(leak) }
      }
      if minimum == .possible {
        let sourceless = judge.sourceless()
        remarks = sourceless.remarks.sorted(by: Self.isLarger)
        suspects += sourceless.suspects + judge.growing()
      }
    }
    leaks.sort(by: Self.isLarger)
    suspects.sort(by: Self.isLarger)
    awaited = judge.awaited
    (open, openCount) = judge.trees.open()
  }

  private static func isLarger(_ left: WatchedLeak, _ right: WatchedLeak) -> Bool {
    if left.members != right.members { return left.members > right.members }
    return (left.site.file, left.site.line) < (right.site.file, right.site.line)
  }
}
