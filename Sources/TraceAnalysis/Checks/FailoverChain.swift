internal import TraceFormat

/// A failed signal is replaced, and each replacement fails as well, within the one before: two servers stand in for
/// each other, and both are down.
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
    var chains: [Int: (lives: [Int], last: Int)] = [:]
    var places: [Int: (top: Int, depth: Int)] = [:]
    for index in forest.topDown where forest.lives[index].traits.contains(.restarts) {
      guard let failed = failure(of: index, forest) else { continue }
      guard let outer = outer(of: index, forest), let place = places[outer],
        let before = failure(of: outer, forest),
        forest.lives[index].subscribedAt - min(forest.lives[index].subscribedAt, before.time)
          < 10 * Attempts.pause
      else {
        places[index] = (index, 1)
        chains[index] = ([index + 1], failed.index)
        continue
      }
      places[index] = (place.top, place.depth + 1)
      chains[place.top]?.lives.append(index + 1)
      if place.depth + 1 == chains[place.top]?.lives.count { chains[place.top]?.last = failed.index }
    }
    let all = chains.compactMap { top, chain -> FailoverChain? in
      // Each of them within the one before, by one way.
      guard chain.lives.count >= fewest, let last = chain.lives.last,
        places[last - 1]?.depth == chain.lives.count
      else { return nil }
      let began = forest.lives[top].subscribedAt
      return FailoverChain(
        top: forest.lives[top], lives: chain.lives, count: chain.lives.count,
        time: max(forest.lives[chain.last].subscribedAt, began) - began)
    }
    // A pause parts one chain into several; the longest tells of all.
    return Dictionary(grouping: all) { $0.top.entryIndex }.values
      .compactMap { $0.max { $0.count < $1.count } }.sorted { $0.top.number < $1.top.number }
  }

  /// When the source of an operator failed without a value.
  private static func failure(of index: Int, _ forest: Forest) -> Failure? {
    guard let number = forest.lives[index].upstreams.first, forest.lives[number - 1].role.kind == .source,
      forest.isFruitless(forest.lives[number - 1]), let end = forest.lives[number - 1].endedAt
    else { return nil }
    return Failure(index: number - 1, time: end)
  }

  private struct Failure {
    let index: Int
    let time: UInt64
  }

  /// The operator whose replacement it is a part of.
  private static func outer(of index: Int, _ forest: Forest) -> Int? {
    var (current, steps) = (index, 0)
    while let downstream = forest.lives[current].downstream, steps < period {
      let role = forest.lives[current].role.kind
      guard role == .inner || role == .source else { return nil }
      current = downstream - 1
      steps += 1
      if forest.lives[current].traits.contains(.restarts) { return role == .inner ? current : nil }
    }
    return nil
  }
}
