import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// A process that has a recording open, whose header has its number: as the program that writes it.
struct WriterOfRecording {
  private let process: ChildProcess
  var pid: pid_t { process.pid }

  /// - Parameter cut: bytes that are not there yet: a recording that has ended has all of them.
  init(
    _ name: String, in folder: TemporaryFolder, records: [TraceRecord] = Feedd.records(), cut: Int = 0
  ) throws {
    process = try ChildProcess(
      "/bin/sh",
      ["-c", #"until [ -e "$0" ]; do sleep 0.02; done; exec 7< "$0"; : > ready; exec sleep 1000"#, name],
      folder: folder.path, output: "/dev/null", errors: "/dev/null")
    var header = SampleRecording.header
    header.processID = UInt32(process.pid)
    try SampleRecording.write(
      "new", Array(SampleRecording.bytes(records, header: header).dropLast(cut)), in: folder)
    #expect(rename(folder.file("new").path, folder.file(name).path) == 0)
    let end = ContinuousClock.now + .seconds(60)
    while access(folder.file("ready").path, F_OK) != 0 {
      try #require(ContinuousClock.now < end)
      usleep(10_000)
    }
  }
}
