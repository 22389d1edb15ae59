internal import TraceFormat

/// A failed signal is replaced, and each replacement fails as well, within the one before: two servers stand
/// in for each other, and both are down.
struct FailoverChain {
  /// How many subscriptions lie between one replacement and the next, at most.
  private static let period = 8

  /// The outermost operator that caught an error, and all operators of the same lines within it.
  let top: Life
  let lives: [Int]
  /// How many failed, one within the other, at once and without a value.
  let count: Int
  /// From the first one's beginning to the last one's.
  let time: UInt64

  /// Chains of at least `fewest` failures.
  static func find(in forest: Forest, atLeast fewest: Int) -> [FailoverChain] {
    // A chain is as long as it has operators, and most traces have few that fail.
    guard forest.knowsValues, forest.totals.error >= fewest else { return [] }
    var chains: [LifeIndex: (lives: [LifeIndex], last: Life)] = [:]
    var places: [LifeIndex: (top: LifeIndex, depth: Int)] = [:]
    for index in forest.topDown where forest.lives[index].traits.contains(.restarts) {
      let life = forest.lives[index]
      guard let failed = failure(of: life, forest) else { continue }
      guard let outer = outer(of: life), let place = places[outer.index],
        let before = failure(of: outer, forest),
        life.subscribedAt - min(life.subscribedAt, before.time) < 10 * Thresholds.atOnce.nanoseconds
      else {
        places[index] = (index, 1)
        chains[index] = ([index], failed.source)
        continue
      }
      places[index] = (place.top, place.depth + 1)
      chains[place.top]?.lives.append(index)
      if place.depth + 1 == chains[place.top]?.lives.count { chains[place.top]?.last = failed.source }
    }
    let all = chains.compactMap { top, chain -> FailoverChain? in
      // Each of them within the one before, by one way.
      guard chain.lives.count >= fewest, let last = chain.lives.last,
        places[last]?.depth == chain.lives.count
      else { return nil }
      let began = forest.lives[top].subscribedAt
      return FailoverChain(
        top: forest.lives[top], lives: chain.lives.map(\.number), count: chain.lives.count,
        time: max(chain.last.subscribedAt, began) - began)
    }
    // A pause parts one chain into several; the longest tells of all.
    return Dictionary(grouping: all) { $0.top.entryIndex }.values
      .compactMap { $0.max { $0.count < $1.count } }.sorted { $0.top.index < $1.top.index }
  }

  /// When the source of an operator failed without a value.
  private static func failure(of life: Life, _ forest: Forest) -> Failure? {
    guard let source = life.upstreams.first, source.role.kind == .source, forest.isFruitless(source),
      let end = source.endedAt
    else { return nil }
    return Failure(source: source, time: end)
  }

  private struct Failure {
    let source: Life
    let time: UInt64
  }

  /// The operator whose replacement it is a part of.
  private static func outer(of life: Life) -> Life? {
    var (current, steps) = (life, 0)
    while let downstream = current.downstream, steps < period {
      let role = current.role.kind
      guard role == .inner || role == .source else { return nil }
      current = downstream
      steps += 1
      if current.traits.contains(.restarts) { return role == .inner ? current : nil }
    }
    return nil
  }
}
