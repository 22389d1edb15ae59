import TraceAnalysis

/// Counts the subscriptions in the tree above each subscription, itself included.
struct Census: Sendable {
  /// How many have not ended well. They are alive, or leaked and have ended since.
  private(set) var unfinished: LifeArray<Int>
  private(set) var total: LifeArray<Int>
  /// The worst mark.
  private(set) var worst: LifeArray<VerdictMark>
  /// The first leak, by its index.
  private(set) var leak: LifeArray<Int?>

  init(_ trace: AnalyzedTrace) {
    let lives = trace.forest.lives
    unfinished = LifeArray(lives) { trace.isFinished($0) ? 0 : 1 }
    total = LifeArray(repeating: 1, count: lives.count)
    worst = LifeArray(lives) { VerdictMark(trace.verdicts[$0.index]) }
    leak = LifeArray(lives) { trace.verdicts[$0.index]?.leak }
    for index in Self.topDown(lives).reversed() {
      guard let downstream = lives[index].downstream?.index else { continue }
      unfinished[downstream] += unfinished[index]
      total[downstream] += total[index]
      worst[downstream] = max(worst[downstream], worst[index])
      if let above = leak[index] { leak[downstream] = min(leak[downstream] ?? above, above) }
    }
  }

  /// Downstreams before their upstreams.
  private static func topDown(_ lives: Lives) -> [LifeIndex] {
    var order = lives.indices.filter { lives[$0].isRoot }
    order.reserveCapacity(lives.count)
    var next = 0
    while next < order.count {
      order += lives[order[next]].upstreams.list
      next += 1
    }
    return order
  }
}
