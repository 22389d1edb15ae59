import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// `tools/read-rxtrace` was written from FORMAT.md alone: where it agrees with our reader, the page is right.
@Suite("The format's document")
struct RecorderFormatTests {
  let folder = TemporaryFolder()

  private static let reader: String = {
    let folders = #filePath.split(separator: "/").dropLast(4)
    return "/" + folders.joined(separator: "/") + "/tools/read-rxtrace"
  }()

  private func expectAgreement(_ path: String, _ comment: Comment? = nil) throws {
    let outcome = RecordedProgram.shell("python3 '\(Self.reader)' '\(path)'")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let theirs = outcome.output.split(separator: "\n")
    let ours = try Recording.open(path).records.map { $0.plainLine }
    #expect(ours.count == theirs.count && !ours.isEmpty, comment)
    for (ours, theirs) in zip(ours, theirs) where ours != theirs {
      Issue.record("\(ours) is \(theirs) in the other reader. \(comment ?? "")")
      break
    }
  }

  private func write(_ bytes: [UInt8], _ name: String) -> String {
    let path = folder.file(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var done = 0
    while done < bytes.count {
      done += bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
    close(descriptor)
    return path
  }

  @Test func `describes every kind of record, with the longest and oddest of contents`() throws {
    try expectAgreement(write(Samples.recording(Samples.records(threads: 3, rounds: 20)), "every"))
  }

  @Test func `describes what a reader does with damage`() throws {
    let whole = Samples.recording(Samples.records(threads: 3, rounds: 4))
    for step in 0..<12 {
      var bytes = whole
      bytes[600 + step * (whole.count - 700) / 12] ^= 0x10
      try expectAgreement(write(bytes, "flipped"), "flipped at step \(step)")
      try expectAgreement(
        write(Array(whole[..<(whole.count - step * whole.count / 16)]), "cut"), "cut at step \(step)")
    }
    var forged = whole
    forged[40] ^= 1
    try expectAgreement(write(forged, "header"), "a damaged header")
  }

  @Test func `describes what a recorder writes, whole and killed`() throws {
    let environment = ["RXTRACE": "every.rxtrace", "RXTRACE_VALUES": "30"]
    _ = RecordedProgram.run(["every"], environment, in: folder)
    _ = RecordedProgram.run(["texts"], environment, in: folder)
    let counts = Counts(in: folder, threads: 3)
    _ = RecordedProgram.run(["send", counts.path, "3", "250"], ["RXTRACE": "send.rxtrace"], in: folder)
    _ = RecordedProgram.run(["end", "_exit", counts.path], ["RXTRACE": "killed.rxtrace"], in: folder)
    let program = RecordedProgram(["endless", counts.path, "2"], ["RXTRACE": "kill.rxtrace"], in: folder)
    while counts.done < 120_000 { usleep(100) }
    kill(program.processID, SIGKILL)
    _ = program.wait()
    for name in folder.names where name.contains(".rxtrace") && !name.hasSuffix(".stage") {
      try expectAgreement(folder.file(name), "\(name)")
    }
  }

  @Test func `is kept by the recorder when it says of a chunk how many events it holds`() throws {
    _ = RecordedProgram.run(["every"], ["RXTRACE": "every.rxtrace"], in: folder)
    let counts = Counts(in: folder, threads: 3)
    _ = RecordedProgram.run(["send", counts.path, "3", "2500"], ["RXTRACE": "send.rxtrace"], in: folder)
    for name in ["every.rxtrace", "send.rxtrace"] {
      let recording = try Recording.open(folder.file(name))
      var counted = 0
      for chunk in 0..<recording.chunkCount {
        var events: UInt64 = 0
        _ = recording.read(chunks: [chunk]) { _, event in
          switch event {
          case .subscribed, .next, .error, .completed, .disposed: events += 1
          default: break
          }
        }
        guard let said = recording.eventCount(ofChunk: chunk) else { continue }
        #expect(said == events)
        counted += 1
      }
      #expect(name == "every.rxtrace" || counted == recording.chunkCount && counted > 2)
    }
  }

  @Test func `describes the marks that were made from outside, whatever is in the file beside the recording`()
    throws
  {
    let program = RecordedProgram.run(["every"], ["RXTRACE": "every.rxtrace"], in: folder)
    try #require(program.status == 0)
    let path = folder.file("every.rxtrace")
    let plain = try Recording.open(path)
    let (began, ended) = (plain.timeRange.lowerBound, plain.timeRange.upperBound)
    let identity = plain.header.identity
    func line(_ text: String, _ time: UInt64, of identity: [UInt8]) -> [UInt8] {
      MarkLine(text, at: time, of: identity).bytes
    }
    var marks = line("at the beginning", began, of: identity) + line("before", began - 1, of: identity)
    marks += line(Samples.hostile, began + (ended - began) / 2, of: identity)
    marks += line("of another", began + 1, of: MarkSample.otherIdentity)
    marks += Array("mark 00000000 nonsense\n\n".utf8) + line("\\x41\\\\", ended, of: identity)
    marks += line("after", ended + 1, of: identity) + line("cut", began + 1, of: identity).dropLast(2)
    _ = write(marks, "every.rxtrace.marks")
    let recording = try Recording.open(path)
    #expect(recording.outsideMarkCount == 3)
    #expect(recording.damage.map(\.problem) == [.marks(damaged: 2), .strayMarks(count: 2)])
    try expectAgreement(path)
  }

  @Test func `describes how losses are counted`() throws {
    let counts = Counts(in: folder, threads: 2)
    _ = RecordedProgram.run(
      ["send", counts.path, "2", "1500"], ["RXTRACE": "lost.rxtrace", "RXTRACE_MAX_SIZE": "100000"],
      in: folder)
    #expect(try Recording.open(folder.file("lost.rxtrace")).lostCount > 0)
    try expectAgreement(folder.file("lost.rxtrace"))
  }

  @Test func `is refused by neither reader for a file that is a recording, and by both for one that is not`()
  {
    for bytes in [
      [], Array("plain text, longer than a header's first bytes".utf8), Array(Samples.recording([])[..<30]),
    ] {
      let path = write(bytes, "foreign")
      #expect(throws: TraceFormatError.self) { try Recording.open(path) }
      #expect(RecordedProgram.shell("python3 '\(Self.reader)' '\(path)'").status == 1)
    }
  }
}
