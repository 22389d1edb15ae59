import Foundation
import Testing
import TraceFixtures

/// Input that cannot be meant gets one line: what happened, why, what to type.
@Suite struct ErrorLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func rxtrace(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, input: input, in: folder.path)
  }

  /// Runs it, and expects this one line.
  private func expect(_ arguments: [String], input: [UInt8] = [], status: Int32 = 64, _ words: String) throws
  {
    let run = try rxtrace(arguments, input: input)
    let line = run.errors.split(separator: "\n").first.map(String.init) ?? ""
    #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.errors)")
    #expect(line.hasPrefix("rxtrace: ") && line.contains(words), "\(arguments): \(line)")
  }

  @Test(
    arguments: ["leaks", "render", "stats", "check"])
  func `A length of time needs a unit, and may not be negative`(verb: String) throws {
    try expect(
      [verb, "feedd.rxtrace", "--settle", "-5s"], "'-5s' is no length of time; type it as 500ms, 2s")
    try expect([verb, "feedd.rxtrace", "--settle", "5"], "'5' has no unit; type 5s or 5ms.")
    #expect(try rxtrace([verb, "feedd.rxtrace", "--settle", "0"]).status != 64)
  }

  @Test func `A recording that cannot be made or read there is refused, with a place to take instead`() throws
  {
    // The rights of root allow a file there, and the file system makes none.
    try expect(
      ["record", "-o", "/sys/x.rxtrace", "--", "/bin/true"], status: 4,
      "cannot record to /sys/x.rxtrace: folder /sys: Permission denied; name another place with -o FILE")
    let piped = "cat feedd.rxtrace | \"$0\" leaks /dev/stdin"
    let run = try ToolRun("/bin/sh", ["-c", piped, ToolRun.tool], in: folder.path)
    #expect(run.status == 3 && run.errors.contains("type - to read standard input"), "\(run.errors)")
  }

  @Test(arguments: [["--at", "99s"], ["--between", "1s", "99s"]])
  func `A moment after the end is refused`(options: [String]) throws {
    try expect(
      ["render", "feedd.rxtrace"] + options,
      "\(options[0]): 99.000 s is after the end of the recording, which is 11.753 s long; type a time before that"
    )
  }

  @Test func `Words that are no numbers are told how numbers are typed`() throws {
    let words = "'abc' is no number of a subscription; type it as 10 or 10,21."
    try expect(["stats", "feedd.rxtrace", "--id", "abc"], words)
    try expect(["render", "feedd.rxtrace", "--expand", "abc"], words)
  }

  @Test func `Standard input and folders have a name`() throws {
    try expect(
      ["leaks", "-"], input: [0xff, 0xfe, 0x00], status: 3, "standard input: is not an rxtrace recording")
    try expect(["info", "-"], input: [], status: 3, "standard input: the file is empty")
    let cut = SampleRecording.bytes()
    let damaged = try rxtrace(["stats", "-"], input: Array(cut.dropLast(cut.count / 3)))
    #expect(
      damaged.errors.hasPrefix("rxtrace: warning: standard input is read as far as it goes"),
      "\(damaged.errors)")
    try expect(
      ["leaks", folder.path], status: 3,
      "\(folder.path): is not a file; it is a folder: name a recording in it, such as \(folder.path)/feedd.rxtrace"
    )
    try expect(
      ["import", folder.path, "-o", "x.rxtrace"], status: 3,
      "cannot read \(folder.path): Is a directory; it is a folder: name the tracer's output in it")
  }

  @Test func `A recording is not imported`() throws {
    try expect(
      ["import", "feedd.rxtrace", "-o", "x.rxtrace"], status: 3,
      "feedd.rxtrace is a recording already; read it: rxtrace leaks feedd.rxtrace")
    try expect(
      ["import", "-", "-o", "x.rxtrace"], input: SampleRecording.bytes(), status: 3,
      "standard input is a recording already")
  }

  @Test(
    arguments: [
      ["--site", "Nope.swift"], ["--op", "mpa"], ["--name", "^nope$"], ["--where", "op == mpa"],
      ["--where", "op == template"], ["--where", "file == statefile.swift"],
    ])
  func `check fails where nothing matches what was asked for`(options: [String]) throws {
    let run = try rxtrace(["check", "feedd.rxtrace"] + options)
    #expect(run.status == 64 && run.output.isEmpty)
    let lines = run.errors.split(separator: "\n").filter { $0.contains("nothing was checked") }
    #expect(lines.count == 1 && lines[0].contains("feedd.rxtrace matches \(options[0]) "), "\(run.errors)")
    #expect(lines[0].contains("--allow-empty"))
    #expect(try rxtrace(["check", "feedd.rxtrace", "--allow-empty"] + options).status == 0)
    let several = try rxtrace(["check", "feedd.rxtrace", "feedd.rxtrace"] + options)
    #expect(several.errors.contains("feedd.rxtrace and 1 more matches \(options[0]) "), "\(several.errors)")
  }

  @Test func `check passes where what was asked for has not leaked, or nothing is in such a state`() throws {
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
    for options in [["--state", "leaked"], ["--where", "verdict == leaked"], ["--site", "main.swift"]] {
      let run = try rxtrace(["check", "fixed.rxtrace"] + options)
      #expect(run.status == 0, "\(options): \(run.errors)")
      let isEmpty = options[0] != "--site"
      #expect(
        run.errors.contains("fixed.rxtrace: no subscription matches \(options[0]) ") == isEmpty,
        "\(run.errors)")
    }
  }
}
