/// Prints the tables of FORMS.md: the form in use, which is the first contestant, beside others; the last of them is the
/// form in use without the gate's question.
///
/// `--processes 9 --rounds 7`: how often each row is timed. Names of rows, or parts of them, choose rows.
func compareForms(_ contestants: [Contestant], _ words: Arguments) throws {
  var words = words
  let processes = try words.option("--processes", default: 9)
  let rounds = try words.option("--rounds", default: 7)
  guard let inUse = contestants.first, let unasked = contestants.last, contestants.count > 2 else {
    throw Usage("this program has no forms to compare")
  }
  let rows = try words.rows().filter { unasked[$0] != nil }
  guard !rows.isEmpty else { throw Usage("the forms have none of these rows") }
  let children = Children()

  var samples: [Entry: Samples] = [:]
  for process in 1...processes {
    say("times: process \(process) of \(processes)")
    try children.time(rows, rounds: rounds, into: &samples)
  }
  let rivals = Array(contestants.dropFirst().dropLast())
  print("\nLeast of \(processes) processes x \(rounds) rounds, median in brackets, ns a unit.\n")
  print(formTable(inUse, rivals, rows, samples) + "\n")
  for rival in rivals { print(standing(of: inUse, beside: rival, rows, samples)) }

  say("allocations")
  let allocations = try children.allocations(rows)
  var instructions: [Entry: Double] = [:]
  if Callgrind.isThere {
    say("instructions")
    instructions = try instructionCounts(rows)
  } else {
    say("instructions are not counted: valgrind or objcopy is missing")
  }
  print("\nInstructions, blocks and bytes a unit.\n")
  print(countTable([inUse] + rivals, rows, instructions, allocations))
  print("\nWhat one question costs: the form in use with it, and without.\n")
  print(questionTable(inUse, unasked, rows, samples, instructions))
}

/// How many times as long a rival takes, process by process.
private func ratio(
  of rival: Contestant, to inUse: Contestant, _ row: Row, _ samples: [Entry: Samples]
) -> Double {
  let ours = samples[Entry(row: row.name, library: inUse.name)]?.leastOfProcesses ?? []
  let theirs = samples[Entry(row: row.name, library: rival.name)]?.leastOfProcesses ?? []
  return zip(ours, theirs).map { $1 / $0 }.median
}

/// Differences of less than a twentieth are none.
private func standing(
  of inUse: Contestant, beside rival: Contestant, _ rows: [Row], _ samples: [Entry: Samples]
) -> String {
  let ratios = rows.map { ratio(of: rival, to: inUse, $0, samples) }
  let (ahead, behind) = (ratios.filter { $0 > 1.05 }, ratios.filter { $0 < 1 / 1.05 })
  return "\(inUse.name) and \(rival.name): ahead in \(ahead.count) rows, even within 5 % in "
    + "\(rows.count - ahead.count - behind.count), behind in \(behind.count)."
}

/// Ratios are to the form in use, process by process: above 1 the rival is slower.
private func formTable(
  _ inUse: Contestant, _ rivals: [Contestant], _ rows: [Row], _ samples: [Entry: Samples]
) -> String {
  var table = TextTable(
    ["row", "unit"] + ([inUse] + rivals).map(\.name) + rivals.map { "\($0.name) / \(inUse.name)" })
  for row in rows {
    let all = ([inUse] + rivals).compactMap { samples[Entry(row: row.name, library: $0.name)] }
    table.add(
      [row.name, row.unit] + all.map { "\($0.least.short) (\($0.median.short))" }
        + rivals.map { ratio(of: $0, to: inUse, row, samples).short })
  }
  return table.text
}

/// Differences for each question, process by process; least and greatest of all processes in brackets.
private func questionTable(
  _ inUse: Contestant, _ unasked: Contestant, _ rows: [Row], _ samples: [Entry: Samples],
  _ instructions: [Entry: Double]
) -> String {
  var table = TextTable([
    "row", "questions a unit", "ns with", "ns without", "ns a question", "instructions with", "without",
    "instructions a question",
  ])
  for row in rows {
    let (with, without) = (
      Entry(row: row.name, library: inUse.name), Entry(row: row.name, library: unasked.name)
    )
    guard let gates = row.gates.map(Double.init), let asking = samples[with], let silent = samples[without]
    else { continue }
    let differences = zip(asking.leastOfProcesses, silent.leastOfProcesses).map { ($0 - $1) / gates }
    let counts = (instructions[with] ?? .nan, instructions[without] ?? .nan)
    table.add([
      row.name, "\(Int(gates))", asking.least.short, silent.least.short,
      "\(differences.median.short) (\((differences.min() ?? .nan).short) to \((differences.max() ?? .nan).short))",
      counts.0.short, counts.1.short, ((counts.0 - counts.1) / gates).short,
    ])
  }
  return table.text
}
