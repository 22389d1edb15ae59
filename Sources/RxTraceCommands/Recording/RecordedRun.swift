import Glibc
import TraceFormat

/// A program that runs and is recorded into a folder of its own, which `discard` removes.
struct RecordedRun: ~Copyable {
  /// Where the recording of the program itself comes to be.
  let path: String
  private let folder: String
  private let destination: RecordingDestination
  private var target: Target

  init(_ command: [String], streams: TargetStreams) throws(CommandFailure) {
    let words = CommandLineWords(parsed: command, from: CommandLine.unsafeArgv, count: CommandLine.argc)
    let name = words.program.split(separator: "/").last.map(String.init) ?? "program"
    let folder = try Self.newFolder()
    let destination = try RecordingDestination(path: "\(folder)/\(name).rxtrace", replacesExisting: false)
    let target = try Self.start(words, to: destination, streams, in: folder)
    self.folder = folder
    self.destination = destination
    self.target = target
    path = destination.path
  }

  private static func start(
    _ words: CommandLineWords, to destination: RecordingDestination, _ streams: TargetStreams,
    in folder: String
  ) throws(CommandFailure) -> Target {
    do {
      return try Target(words, adding: [("RXTRACE", "file:\(destination.absolutePath)")], streams: streams)
    } catch {
      remove(folder)
      throw error
    }
  }

  /// Waits for the program's end.
  mutating func wait() -> TargetStatus {
    while true {
      if let status = target.wait(milliseconds: 3_600_000) { return status }
    }
  }

  /// Waits for the program's end, so long at most; nil when it still runs.
  mutating func wait(milliseconds: Int) -> TargetStatus? { target.wait(milliseconds: milliseconds) }

  /// The written files: first the program's own, then those of its children.
  var recordings: [String] {
    let (main, others) = destination.written()
    return (main ? [destination.path] : []) + others
  }

  consuming func discard() { Self.remove(folder) }

  private static func newFolder() throws(CommandFailure) -> String {
    var template = Array("\(Environment.current["TMPDIR"] ?? "/tmp")/rxtrace-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        "cannot make a folder for the recording: \(String(cString: strerror(errno)))",
        status: ExitStatus.cannotWrite)
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder is this run's own: nobody else may write to it.
  private static func remove(_ folder: String) {
    for name in FolderListing.names(in: folder) {
      if let head = try? RecordingHead(path: "\(folder)/\(name)"), let header = head.header {
        OwnStaging(header.identity, ofRecordingAt: "\(folder)/\(name)")?.discard()
      }
    }
    for name in FolderListing.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
