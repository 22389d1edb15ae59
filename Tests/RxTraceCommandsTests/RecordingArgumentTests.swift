import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

enum RxTraceVerbs {
  static let all = [
    "record", "import", "render", "leaks", "stats", "show", "events", "diff", "check", "live", "info",
    "probes",
  ]
}

/// What every verb says and does about the file that it reads.
@Suite struct RecordingArgumentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `What cannot be read is one clear line and status 3`() throws {
    let good = SampleRecording.bytes()
    var newer = good
    newer[8] = 9
    let rows: [(name: String, bytes: [UInt8]?, words: String)] = [
      (
        "missing.rxtrace", nil,
        "missing.rxtrace: no such file; make it: rxtrace record -o missing.rxtrace -- CMD"
      ),
      ("empty.rxtrace", [], "empty.rxtrace: the file is empty"),
      (
        "foreign.rxtrace", Array("#!/bin/sh\necho hello\n".utf8),
        "foreign.rxtrace: is not an rxtrace recording"
      ),
      ("newer.rxtrace", newer, "newer.rxtrace: is a recording of format 9"),
      ("cut.rxtrace", Array(good[..<20]), "cut.rxtrace: the recording is cut inside its header"),
      ("odd\u{1b}[31mname", Array("nothing".utf8), #"odd\u{1b}[31mname: is not an rxtrace recording"#),
    ]
    for row in rows {
      if let bytes = row.bytes { try SampleRecording.write(row.name, bytes, in: folder) }
      let run = try ToolRun.rxtrace("info", row.name, in: folder.path)
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("rxtrace: " + row.words))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `A folder and a device are no recordings`() throws {
    for path in [folder.path, "/dev/zero", "/dev/null"] {
      let run = try ToolRun.rxtrace("info", path)
      #expect(run.status == 3)
      #expect(run.errors.hasPrefix("rxtrace: \(path): "))
    }
  }

  @Test func `A cut recording is read as far as it goes, with a warning and status 0`() throws {
    let bytes = SampleRecording.bytes()
    try SampleRecording.write("cut.rxtrace", Array(bytes.dropLast(bytes.count / 3)), in: folder)
    let run = try ToolRun.rxtrace("info", "cut.rxtrace", in: folder.path)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("rxtrace: warning: cut.rxtrace is read as far as it goes: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.text.contains("\ndamage: "))
  }

  @Test func `Without a name the newest recording of the folder is read, and named`() throws {
    for (name, age) in [("a.rxtrace", 300.0), ("b.rxtrace", 100), ("c.rxtrace", 200), ("d.other", 0)] {
      try SampleRecording.write(name, in: folder)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.file(name).path)
    }
    try FileManager.default.createDirectory(
      at: folder.file("folder.rxtrace"), withIntermediateDirectories: true)
    let run = try ToolRun.rxtrace("info", in: folder.path)
    #expect(run.status == 0)
    #expect(run.errors == "rxtrace: reading b.rxtrace, the newest recording of this folder\n")
  }

  @Test(arguments: RxTraceVerbs.all)
  func `Where a script's variable is empty, no other recording is judged`(verb: String) throws {
    try SampleRecording.write(in: folder)
    let run = try ToolRun.rxtrace(verb, "--", in: folder.path)
    #expect(run.status == 64 && run.output.isEmpty)
    let words =
      ["check", "live", "record"].contains(verb)
      ? "Name the program to run after `--`: rxtrace \(verb) -- ./app" : "Nothing follows `--`; name a "
    #expect(run.errors.hasPrefix("rxtrace: " + words), "\(run.errors)")
    if ["check", "live", "record"].contains(verb) {
      let unnamed = try ToolRun.rxtrace(verb, "--", "", in: folder.path)
      #expect(unnamed.status == 127 && unnamed.errors.contains("no program is named"), "\(unnamed.errors)")
    }
    guard verb != "record", verb != "import", verb != "diff", verb != "show", verb != "probes" else { return }
    let empty = try ToolRun.rxtrace(verb, "", in: folder.path)
    #expect(empty.status == 64 && empty.errors == "rxtrace: the name of a recording is empty\n")
  }

  @Test func `Without a name and without a recording the line says how to make one`() throws {
    let run = try ToolRun.rxtrace("info", in: folder.path)
    #expect(run.status == 3)
    #expect(run.errors.contains("make one: rxtrace record -- CMD"))
  }
}
