import Glibc

/// Compares two builds of this program, process by process in turns: `compare OLD NEW`, then options as of `report`.
///
/// Ratios are new to old: below 1 is better. The paired ratio is the median over pairs of processes that ran one after
/// the other, so that a slow minute of the machine hits both.
func compare(_ words: Arguments) throws {
  var words = words
  let old = Children(program: try words.word("OLD"))
  let new = Children(program: try words.word("NEW"))
  let processes = try words.option("--processes", default: 5)
  let rounds = try words.option("--rounds", default: 5)
  let rows = try words.rows()

  var before: [Entry: Samples] = [:]
  var after: [Entry: Samples] = [:]
  for process in 1...processes {
    say("times: pair \(process) of \(processes)")
    try old.time(rows, rounds: rounds, into: &before)
    try new.time(rows, rounds: rounds, into: &after)
  }
  say("allocations")
  let blocks = (old: try old.allocations(rows), new: try new.allocations(rows))
  var instructions: (old: [Entry: InstructionCounts], new: [Entry: InstructionCounts]) = ([:], [:])
  if Callgrind.isThere {
    say("instructions")
    instructions = (
      try instructionCounts(rows, of: old.program), try instructionCounts(rows, of: new.program)
    )
  }

  var table = TextTable(
    [
      "row", "unit", "ns old", "ns new", "ratio", "paired", "instructions old", "new", "ratio",
      "locked old", "new", "blocks old",
      "new",
    ])
  for row in rows {
    let entry = Entry(row: row.name, library: "Signals")
    guard let first = before[entry], let second = after[entry] else { continue }
    let pairs = zip(first.leastOfProcesses, second.leastOfProcesses).map { $1 / $0 }
    let counts = (instructions.old[entry]?.all ?? .nan, instructions.new[entry]?.all ?? .nan)
    table.add([
      row.name, row.unit, first.least.short, second.least.short, (second.least / first.least).ratio,
      pairs.median.ratio, counts.0.short, counts.1.short, (counts.1 / counts.0).ratio,
      instructions.old[entry]?.locked.short ?? "-", instructions.new[entry]?.locked.short ?? "-",
      blocks.old[entry]?.blocks.short ?? "-", blocks.new[entry]?.blocks.short ?? "-",
    ])
  }
  print(table.text)
}

extension Double {
  fileprivate var ratio: String {
    guard isFinite else { return "-" }
    let hundredths = Int((self * 100).rounded())
    let digits = "\(hundredths % 100)"
    return "\(hundredths / 100)." + (digits.count == 1 ? "0" : "") + digits
  }
}
