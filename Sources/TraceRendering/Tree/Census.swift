import TraceAnalysis

/// Counts the subscriptions in the tree above each subscription, itself included.
struct Census: Sendable {
  /// By number - 1: how many have not ended well. They are alive, or leaked and have ended since.
  private(set) var unfinished: [Int]
  private(set) var total: [Int]
  /// The worst mark.
  private(set) var worst: [VerdictMark]
  /// The first leak, by its index.
  private(set) var leak: [Int?]

  init(_ trace: AnalyzedTrace) {
    let lives = trace.forest.lives
    unfinished = lives.map { trace.isFinished($0) ? 0 : 1 }
    total = [Int](repeating: 1, count: lives.count)
    worst = lives.indices.map { VerdictMark(trace.verdicts[$0 + 1]) }
    leak = lives.indices.map { trace.verdicts[$0 + 1]?.leak }
    for index in Self.topDown(lives).reversed() {
      guard let downstream = lives[index].downstream.map({ $0 - 1 }) else { continue }
      unfinished[downstream] += unfinished[index]
      total[downstream] += total[index]
      worst[downstream] = max(worst[downstream], worst[index])
      if let above = leak[index] { leak[downstream] = min(leak[downstream] ?? above, above) }
    }
  }

  /// Indices, downstreams before their upstreams.
  private static func topDown(_ lives: Lives) -> [Int] {
    var order = lives.indices.filter { lives[$0].downstream == nil }
    order.reserveCapacity(lives.count)
    var next = 0
    while next < order.count {
      for upstream in lives[order[next]].upstreams { order.append(upstream - 1) }
      next += 1
    }
    return order
  }
}
