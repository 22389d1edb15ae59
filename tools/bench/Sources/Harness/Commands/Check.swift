import Glibc

/// Holds what can be counted exactly against the thresholds of a file: `check FILE`. Exits with 1 and a line for each
/// violation. `--update` writes the file anew, from what is counted now.
func check(_ contestants: [Contestant], _ words: Arguments) throws {
  var words = words
  let update = words.flag("--update")
  let path = try words.word("FILE")
  var counted: [String: Thresholds.Figures] = [:]
  let rows = contestants[0].rows.filter { !$0.usesThreads }
  let countsInstructions = Callgrind.isThere
  if !countsInstructions {
    say("instructions are not checked: skipped, valgrind, objcopy or objdump is missing")
    if update { throw Usage("--update needs valgrind") }
  }
  let instructions = countsInstructions ? try instructionCounts(rows) : [:]
  let allocations = try Children().allocations(rows)
  for row in rows {
    let entry = Entry(row: row.name, library: contestants[0].name)
    counted[row.name] = Thresholds.Figures(
      instructions: instructions[entry]?.all, locked: instructions[entry]?.locked,
      allocations: allocations[entry]?.blocks)
  }

  if update {
    try write(Thresholds(around: counted, order: rows.map(\.name)).text, to: path)
    return say("wrote \(path): \(rows.count) rows")
  }
  let thresholds = try Thresholds(text: try read(path))
  let violations = thresholds.violations(by: counted, checkingInstructions: countsInstructions)
  for violation in violations { say(violation) }
  guard violations.isEmpty else { exit(1) }
  print("counts: \(thresholds.rows.count) rows are within their thresholds")
}

private func read(_ path: String) throws(SubprocessFailure) -> String { try output(of: "cat", ["--", path]) }

private func write(_ text: String, to path: String) throws(SubprocessFailure) {
  guard let file = fopen(path, "w") else {
    throw SubprocessFailure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  fputs(text, file)
}
