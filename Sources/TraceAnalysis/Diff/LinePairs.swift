/// Pairs the lines of an older file with the lines of a newer one, in their order, each with a line as near
/// as can be.
///
/// If one version of the file has more lines, some of its lines have no partner. Lines that moved together,
/// as below a new `import`, stay together.
struct LinePairs {
  /// Of more combinations than these only equal lines are paired.
  private static let most = 1 << 20

  /// From a line to its partner.
  private(set) var newer: [UInt32: UInt32] = [:]
  private(set) var older: [UInt32: UInt32] = [:]

  /// - Parameters: lines in ascending order, each once.
  init(_ old: [UInt32], _ new: [UInt32]) {
    if old.count <= new.count {
      for (less, more) in Self.pairs(old, new) { pair(less, more) }
    } else {
      for (less, more) in Self.pairs(new, old) { pair(more, less) }
    }
  }

  private mutating func pair(_ old: UInt32, _ new: UInt32) { (newer[old], older[new]) = (new, old) }

  /// Each of `few` with one of `many`.
  private static func pairs(_ few: [UInt32], _ many: [UInt32]) -> [(UInt32, UInt32)] {
    let spare = many.count - few.count
    guard few.count * (spare + 1) <= most else { return Set(few).intersection(many).map { ($0, $0) } }
    // For each line of `few`, and each number of lines of `many` that were passed over by then: the least way
    // up to there, and the number that had been passed over one line earlier.
    var ways = [UInt64](repeating: 0, count: spare + 1)
    var steps: [[Int]] = []
    for (index, line) in few.enumerated() {
      var best = 0
      var chosen = [Int](repeating: 0, count: spare + 1)
      var longer = ways
      for passed in 0...spare {
        if ways[passed] < ways[best] { best = passed }
        let other = many[index + passed]
        chosen[passed] = best
        longer[passed] = ways[best] + UInt64(max(line, other) - min(line, other))
      }
      ways = longer
      steps.append(chosen)
    }
    guard !few.isEmpty, var passed = ways.indices.min(by: { ways[$0] < ways[$1] }) else { return [] }
    return few.indices.reversed().map { index in
      let pair = (few[index], many[index + passed])
      passed = steps[index][passed]
      return pair
    }
  }
}
