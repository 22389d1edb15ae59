/// Counts instructions: runs a copy of this program without debug information, which valgrind may not understand,
/// under callgrind, which writes one profile for each stretch between two marks.
struct Callgrind {
  private let folder: TemporaryFolder
  /// A profile of the larger run of each row, and the units in it.
  private(set) var profiles: [Entry: String] = [:]
  /// The instructions of a unit.
  private(set) var counts: [Entry: InstructionCounts] = [:]
  private let locked = LockedInstructions()

  /// False if a tool is missing: then there are no counts.
  static var isThere: Bool {
    ["valgrind", "objcopy", "objdump"].allSatisfy {
      (try? output(of: $0, ["--version"], quiet: true)) != nil
    }
  }

  init(of program: String = executablePath(), _ rows: [Row]) throws(SubprocessFailure) {
    folder = try TemporaryFolder()
    let ran = try Self.run(program, ["marks"] + rows.map(\.name), in: folder)
    for (index, line) in ran.split(separator: "\n").enumerated() {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 2, let row = Row.named(words[0]) else { continue }
      let entry = Entry(row: words[0], library: words[1])
      // Three marks a row: the stretches before them are the warm-up, the smaller run and the larger run.
      let small = try profile(ofPart: 3 * index + 2).total
      let large = try profile(ofPart: 3 * index + 3).total
      let sizes = Difference.sizes(of: row)
      let units = Double(sizes.large - sizes.small)
      counts[entry] = InstructionCounts(
        all: Double(large.instructions - small.instructions) / units,
        locked: Double(large.locked - small.locked) / units)
      profiles[entry] = part(3 * index + 3)
    }
  }

  /// Runs a program, which leaves a profile in the folder for each stretch between two marks. Returns what it printed.
  static func run(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder
  ) throws(SubprocessFailure) -> String {
    _ = try output(of: "objcopy", ["--strip-debug", program, "\(folder.path)/program"])
    return try output(
      of: "valgrind",
      [
        "--tool=callgrind", "--dump-before=bench_mark", "--compress-strings=no", "--compress-pos=no",
        "--dump-instr=yes", "--dump-line=no",
        "--callgrind-out-file=\(folder.path)/profile",
        "\(folder.path)/program",
      ] + arguments, quiet: true)
  }

  /// The profile of one stretch; the first stretch ends at the first mark.
  static func profile(
    ofPart number: Int, in folder: TemporaryFolder,
    locked: (_ object: String) throws(SubprocessFailure) -> Set<UInt64>
  ) throws(SubprocessFailure) -> Profile {
    try Profile(text: try output(of: "cat", ["--", "\(folder.path)/profile.\(number)"]), locked: locked)
  }

  private func part(_ number: Int) -> String { "\(folder.path)/profile.\(number)" }

  private func profile(ofPart number: Int) throws(SubprocessFailure) -> Profile {
    try Self.profile(ofPart: number, in: folder, locked: locked.addresses)
  }

  /// Reads one of its profiles again, with names as a person writes them.
  func readableProfile(_ path: String) throws(SubprocessFailure) -> Profile {
    // Names in the middle of a line are demangled as well.
    let text = try output(
      of: "sh", ["-c", "swift demangle --simplified < '\(path)' 2>/dev/null || cat '\(path)'"])
    return try Profile(text: text, locked: locked.addresses)
  }
}

/// Instructions of one unit.
struct InstructionCounts {
  var all: Double
  /// The instructions that lock memory: their cost differs most from machine to machine.
  var locked: Double
}

/// Instructions a unit of each row, counted in one run of callgrind.
func instructionCounts(
  _ rows: [Row], of program: String = executablePath()
) throws(SubprocessFailure) -> [Entry: InstructionCounts] {
  // The work of several threads differs from run to run by more than the instructions of a unit.
  try Callgrind(of: program, rows.filter { !$0.usesThreads }).counts
}
