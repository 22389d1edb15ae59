import Glibc

/// Counts instructions: runs a copy of this program without debug information, which valgrind may not understand,
/// under callgrind, which writes one profile for each stretch between two marks.
struct Callgrind {
  private let folder: TemporaryFolder
  /// A profile of the larger run of each row, and the units in it.
  private(set) var profiles: [Entry: String] = [:]
  /// Instructions a unit.
  private(set) var instructions: [Entry: Double] = [:]

  /// False if a tool is missing: then there are no counts.
  static var isThere: Bool {
    (try? output(of: "valgrind", ["--version"], quiet: true)) != nil
      && (try? output(of: "objcopy", ["--version"], quiet: true)) != nil
  }

  init(of program: String = executablePath(), _ rows: [Row]) throws(SubprocessFailure) {
    folder = try TemporaryFolder()
    _ = try output(of: "objcopy", ["--strip-debug", program, "\(folder.path)/program"])
    let ran = try output(
      of: "valgrind",
      [
        "--tool=callgrind", "--dump-before=bench_mark", "--compress-strings=no",
        "--callgrind-out-file=\(folder.path)/profile",
        "\(folder.path)/program", "marks",
      ] + rows.map(\.name), quiet: true)
    for (index, line) in ran.split(separator: "\n").enumerated() {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 2, let row = Row.named(words[0]) else { continue }
      let entry = Entry(row: words[0], library: words[1])
      // Three marks a row: the stretches before them are the warm-up, the smaller run and the larger run.
      guard let small = total(ofPart: 3 * index + 2), let large = total(ofPart: 3 * index + 3) else {
        continue
      }
      let sizes = Difference.sizes(of: row)
      instructions[entry] = Double(large - small) / Double(sizes.large - sizes.small)
      profiles[entry] = part(3 * index + 3)
    }
  }

  private func part(_ number: Int) -> String { "\(folder.path)/profile.\(number)" }

  /// The instructions of a profile; nil if there is no such profile.
  private func total(ofPart number: Int) -> Int? {
    guard let file = fopen(part(number), "r") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let text = line {
      guard strncmp(text, "summary:", 8) == 0 else { continue }
      return Int(strtol(text + 8, nil, 10))
    }
    return nil
  }
}

/// Instructions a unit of each row, counted in one run of callgrind.
func instructionCounts(
  _ rows: [Row], of program: String = executablePath()
) throws(SubprocessFailure) -> [Entry: Double] {
  let callgrind = try Callgrind(of: program, rows)
  return callgrind.instructions
}
