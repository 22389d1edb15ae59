/// Prints what a row spends its instructions on, function by function: `profile ROW [LIBRARY]`.
func profile(_ contestants: [Contestant], _ words: Arguments) throws {
  var words = words
  let name = try words.word("ROW")
  let rows = try Arguments([name]).rows()
  guard rows.count == 1, let row = rows.first else {
    throw Usage("'\(name)' names \(rows.count) rows: \(rows.map(\.name).joined(separator: "; "))")
  }
  let library = words.next() ?? contestants[0].name
  guard Callgrind.isThere else { throw Usage("valgrind or objcopy is missing") }
  let callgrind = try Callgrind(of: executablePath(), [row])
  let entry = Entry(row: row.name, library: library)
  guard let instructions = callgrind.instructions[entry], let path = callgrind.profiles[entry] else {
    throw Usage("\(library) does not have the row '\(row.name)'")
  }
  // Names in the middle of a line are demangled as well.
  let text = try output(
    of: "sh", ["-c", "swift demangle --simplified < '\(path)' 2>/dev/null || cat '\(path)'"])
  print(
    "\(row.name), \(library): \(instructions.short) instructions per \(row.unit); of those, per \(row.unit):\n"
  )
  let profile = Profile(text: text)
  let units = Difference.sizes(of: row).large
  print(profile.text(per: units))
  print("\nCalls per \(row.unit) of what costs:\n\n" + profile.callers(per: units))
}
