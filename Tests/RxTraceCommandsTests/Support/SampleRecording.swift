import Foundation
import TraceFixtures
import TraceFormat

/// Recordings of the quote server, as files.
enum SampleRecording {
  static let header: RecordingHeader = {
    var header = RecordingHeader()
    header.runtimeVersion = "1.2.3"
    header.program = "/opt/quotes/feedd"
    header.arguments = ["feedd", "--sessions", "3 of them"]
    header.processID = 4711
    header.buildID = [0xde, 0xad, 0x00, 0x0f]
    header.host = "quotes"
    header.startedWallClock = 1_795_246_452_000_000_000
    header.startedMonotonic = Feedd.began
    header.hasProbes = true
    return header
  }()

  static func bytes(_ records: [TraceRecord] = Feedd.records(), header: RecordingHeader = header) -> [UInt8] {
    var writer = RecordingWriter(header: header)
    for record in records { writer.append(record) }
    return writer.finish()
  }

  /// Puts a recording into `folder`, and returns its path.
  @discardableResult
  static func write(
    _ name: String = "feedd.rxtrace", _ bytes: [UInt8] = bytes(), in folder: TemporaryFolder
  ) throws -> String {
    try Data(bytes).write(to: folder.file(name))
    return folder.file(name).path
  }
}
