internal import CBench

/// Something that a library holds in any number: the cost of one must not depend on the number.
public struct Holding: Sendable {
  public let name: String
  /// Makes that many, has each of them do its part, and lets each go.
  let run: @Sendable (Int) -> Void

  public init(_ name: String, _ run: @escaping @Sendable (Int) -> Void) {
    self.name = name
    self.run = run
  }
}

/// The cost of one among few and among many.
enum Growth {
  static func counts(to most: Int) -> [Int] { [10, 1_000, most] }

  /// Among a hundred times as many, one may cost this many times as much: a heap's steps grow by two thirds from a
  /// thousand to a hundred thousand, and an array moves as it grows.
  static let most = 2.5

  static func violations(_ costs: [(count: Int, instructions: Double)], of name: String) -> [String] {
    zip(costs, costs.dropFirst()).compactMap { few, many in
      guard many.instructions > few.instructions * most else { return nil }
      return "\(name): one of \(many.count) costs \(many.instructions.short) instructions, "
        + "one of \(few.count) \(few.instructions.short)"
    }
  }
}

/// Prints the cost of one of everything that a library holds, among few and among many.
///
/// - Returns: a line for each that costs more where there are more.
func growth(of contestant: Contestant, to most: Int) throws(SubprocessFailure) -> [String] {
  let folder = try TemporaryFolder()
  let printed = try Callgrind.run(executablePath(), ["hold", contestant.name, String(most)], in: folder)
  var costs: [String: [(count: Int, instructions: Double)]] = [:]
  for (index, line) in printed.split(separator: "\n").enumerated() {
    let words = line.split(separator: "\t").map(String.init)
    guard words.count == 3, let count = Int(words[1]), let units = Double(words[2]) else { continue }
    // Two marks each: the stretch between them counts.
    let profile = try Callgrind.profile(ofPart: 2 * index + 2, in: folder) { _ in [] }
    costs[words[0], default: []].append((count, Double(profile.total.instructions) / units))
  }
  var violations: [String] = []
  for holding in contestant.holdings {
    let costs = costs[holding.name] ?? []
    let figures = costs.map { "\($0.instructions.short) of \($0.count)" }
    print("\(holding.name): " + figures.joined(separator: ", "))
    if costs.count != Growth.counts(to: most).count { violations.append("\(holding.name): was not counted") }
    violations += Growth.violations(costs, of: holding.name)
  }
  return violations
}

/// Holds so many of each, with marks around, for callgrind. Prints the thing, its number, and the units in between.
func hold(_ contestant: Contestant, to most: Int) {
  for holding in contestant.holdings {
    for count in Growth.counts(to: most) {
      let times = max(1, 2_000 / count)
      // A run for work that is done only once: with very many it does not matter.
      if count < 10_000 { holding.run(count) }
      bench_mark()
      for _ in 0..<times { holding.run(count) }
      bench_mark()
      print("\(holding.name)\t\(count)\t\(times * count)")
    }
  }
}
