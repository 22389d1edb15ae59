/// Prints the tables of RESULTS.md.
///
/// `--processes 5 --rounds 7`: how often each row is timed. `--times` leaves out the tables that need valgrind, the
/// allocation counter or processes of their own. Names of rows, or parts of them, choose rows.
func report(_ contestants: [Contestant], _ words: Arguments) throws {
  var words = words
  let processes = try words.option("--processes", default: 5)
  let rounds = try words.option("--rounds", default: 7)
  let onlyTimes = words.flag("--times")
  let rows = try words.rows()
  let children = Children()

  var samples: [Entry: Samples] = [:]
  for process in 1...processes {
    say("times: process \(process) of \(processes)")
    try children.time(rows, rounds: rounds, into: &samples)
  }
  print(
    "\nLeast of \(processes) processes x \(rounds) rounds, median in brackets, ns a unit. "
      + "A compare-and-swap takes \(compareAndSwapCost().short) ns here.\n")
  print(timeTable(contestants, rows, samples))
  if onlyTimes { return }

  say("allocations")
  let allocations = try children.allocations(rows)
  var instructions: [Entry: InstructionCounts] = [:]
  if Callgrind.isThere {
    say("instructions")
    instructions = try instructionCounts(rows)
  } else {
    say("instructions are not counted: valgrind, objcopy or objdump is missing")
  }
  print(
    "\nInstructions a unit, those that lock memory in brackets (callgrind, difference of two runs); blocks and bytes "
      + "that a unit allocates.\n")
  print(countTable(contestants, rows, instructions, allocations))

  say("memory, first subscription, two senders")
  print("\n" + (try lifeTable(contestants, children)))
}

private func timeTable(_ contestants: [Contestant], _ rows: [Row], _ samples: [Entry: Samples]) -> String {
  func least(_ row: Row, _ library: String) -> Double? {
    samples[Entry(row: row.name, library: library)]?.least
  }
  func scale(_ row: Row) -> Double? {
    Bars.scale(row.peers, openCombine: least(row, "OpenCombine"))
  }
  let scales = rows.compactMap(scale)
  var table = TextTable(
    ["row", "unit"] + contestants.map(\.name)
      + ["x OpenCombine", "bar: best / 5", "bar: toughest / 2", "x best", "x toughest", "misses"])
  for row in rows {
    guard let ours = least(row, contestants[0].name) else { continue }
    let bars = Bars(row.peers, openCombine: least(row, "OpenCombine"), otherRows: scales)
    let times = contestants.map { contestant in
      samples[Entry(row: row.name, library: contestant.name)].map { "\($0.least.short) (\($0.median.short))" }
        ?? "-"
    }
    var misses: [String] = []
    if let bars { misses = (ours > bars.five ? ["5x"] : []) + (ours > bars.two ? ["2x"] : []) }
    misses += row.rivals.compactMap { rival in
      // For a row with threads the median counts.
      func time(_ library: String) -> Double? {
        let samples = samples[Entry(row: row.name, library: library)]
        return row.usesThreads ? samples?.median : samples?.least
      }
      guard let theirs = time(rival.library), let ours = time(contestants[0].name) else { return nil }
      return ours > theirs * rival.most ? "\((ours / theirs).short) of \(rival.library)" : nil
    }
    table.add(
      [row.name, row.unit] + times
        + [
          least(row, "OpenCombine").map { ($0 / ours).short } ?? "-", bars?.five.short ?? "-",
          bars?.two.short ?? "-", bars.map { ($0.best / ours).short } ?? "-",
          bars.map { ($0.toughest / ours).short } ?? "-",
          misses.joined(separator: ", "),
        ])
  }
  return table.text
}

func countTable(
  _ contestants: [Contestant], _ rows: [Row], _ instructions: [Entry: InstructionCounts],
  _ allocations: [Entry: (blocks: Double, bytes: Double)]
) -> String {
  let names = contestants.map(\.name)
  var table = TextTable(
    ["row", "unit"] + names.map { "instructions, \($0)" } + names.map { "blocks / bytes, \($0)" })
  for row in rows where contestants[0][row] != nil {
    let entries = names.map { Entry(row: row.name, library: $0) }
    table.add(
      [row.name, row.unit] + entries.map { instructions[$0]?.text ?? "-" }
        + entries.map { entry in
          allocations[entry].map { "\($0.blocks.short) / \($0.bytes.short)" } ?? "-"
        })
  }
  return table.text
}

/// The costs of each library for a living subscription, for a first one, and for values of two threads.
private func lifeTable(_ contestants: [Contestant], _ children: Children) throws -> String {
  let lives = 300_000
  let libraries = contestants.filter { $0.live != nil || $0.shared != nil }.map(\.name)
  var table = TextTable(["what", "unit"] + libraries)
  for operators in [0, 1, 5] {
    let figures = try libraries.map { try children.memory($0, count: lives, operators: operators) }
    table.add(
      ["living subscription, \(operators) operators", "bytes (RSS, \(lives) alive)"]
        + figures.map { $0?.bytes.short ?? "-" })
    table.add(
      ["subscribing, that many alive, \(operators) operators", "ns"] + figures.map { $0?.time.short ?? "-" })
  }
  var firsts: [[Double]] = Array(repeating: [], count: libraries.count)
  for _ in 0..<11 {
    for (index, library) in libraries.enumerated() {
      if let time = try children.first(library) { firsts[index].append(time / 1000) }
    }
  }
  table.add(
    ["first subscription of a process, 5 operators", "us: least (median)"]
      + firsts.map { times in times.min().map { "\($0.short) (\(times.median.short))" } ?? "-" })
  let senders = try libraries.map { library in
    try (0..<3).compactMap { _ in try children.twoSenders(library, count: 4_000_000) }
  }
  table.add(
    ["two threads send (not to be compared)", "ns an event: median of 3"]
      + senders.map { $0.map(\.time).median.short })
  table.add(
    ["of those events arrived", "share: least of 3"] + senders.map { ($0.map(\.arrived).min() ?? .nan).share }
  )
  return table.text
}

extension InstructionCounts {
  /// All, and those that lock memory.
  var text: String { "\(all.short) (\(locked.short))" }
}

extension Double {
  /// All, or a share with so many digits that a single event of millions shows.
  fileprivate var share: String { self == 1 ? "all" : "\(self)" }
}
