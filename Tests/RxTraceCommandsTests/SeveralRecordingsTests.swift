import Foundation
import Testing
import TraceFixtures

@Suite struct SeveralRecordingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write("a.rxtrace", in: folder)
    try SampleRecording.write("b.rxtrace", in: folder)
    try SampleRecording.write(
      "fine.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
  }

  @Test("The leaks of several recordings are counted by fingerprint")
  func byFingerprint() throws {
    let run = try ToolRun.rxtrace("leaks", "a.rxtrace", "b.rxtrace", "fine.rxtrace", in: folder.path)
    let end = run.text.split(separator: "\n").suffix(3)
    #expect(end.first == "in 3 recordings: 2 kinds of leak, 22 subscriptions")
    #expect(end.dropFirst().allSatisfy { $0.contains("  in 2  ") })
    #expect(run.text.contains("\nno leaks   feedd"))
  }

  @Test("A recording comes in at standard input, and an answer goes out at standard output")
  func standardStreams() throws {
    let named = try ToolRun.rxtrace("leaks", "a.rxtrace", in: folder.path)
    let bytes = Array(try Data(contentsOf: folder.file("a.rxtrace")))
    let piped = try ToolRun.rxtrace("leaks", "-", "-o", "-", input: bytes, in: folder.path)
    #expect(piped.output == named.output)
    #expect(!FileManager.default.fileExists(atPath: folder.file("-").path))
  }

  @Test("A newer recording of the same name is not passed over in silence")
  func newer() throws {
    try SampleRecording.write("a.99.rxtrace", in: folder)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: folder.file("a.99.rxtrace").path)
    let run = try ToolRun.rxtrace("leaks", "a.rxtrace", in: folder.path)
    #expect(run.errors.hasPrefix("rxtrace: a.99.rxtrace is newer than a.rxtrace"))
    #expect(try ToolRun.rxtrace("leaks", "a.99.rxtrace", in: folder.path).errors.isEmpty)
  }

  @Test("Nothing is called clean of which nothing can be judged")
  func cut() throws {
    var bytes = SampleRecording.bytes()
    bytes[bytes.count / 2] ^= 0xff
    try SampleRecording.write("cut.rxtrace", bytes, in: folder)
    let text = try ToolRun.rxtrace("leaks", "cut.rxtrace", in: folder.path).text
    #expect(!text.hasPrefix("no leaks"))
  }
}
