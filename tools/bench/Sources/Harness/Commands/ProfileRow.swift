/// Prints what a row spends its instructions on, function by function: `profile ROW [LIBRARY]`.
func profile(_ contestants: [Contestant], _ words: Arguments) throws {
  var words = words
  let name = try words.word("ROW")
  let rows = try Arguments([name]).rows()
  guard rows.count == 1, let row = rows.first else {
    throw Usage("'\(name)' names \(rows.count) rows: \(rows.map(\.name).joined(separator: "; "))")
  }
  let library = words.next() ?? contestants[0].name
  guard Callgrind.isThere else { throw Usage("valgrind, objcopy or objdump is missing") }
  let callgrind = try Callgrind(of: executablePath(), [row])
  let entry = Entry(row: row.name, library: library)
  guard let counts = callgrind.counts[entry], let path = callgrind.profiles[entry] else {
    throw Usage("\(library) does not have the row '\(row.name)'")
  }
  let profile = try callgrind.readableProfile(path)
  print(
    "\(row.name), \(library): \(counts.all.short) instructions per \(row.unit), \(counts.locked.short) of them "
      + "locked; of those, per \(row.unit):\n")
  let units = Difference.sizes(of: row).large
  print(profile.text(per: units))
  print("\nCalls per \(row.unit) of what costs:\n\n" + profile.callers(per: units))
}
