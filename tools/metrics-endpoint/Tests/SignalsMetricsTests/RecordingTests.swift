import Foundation
import Glibc
import SignalTracing
import Signals
import SignalsMetrics
import Testing
import TraceFormat

extension MetricsTests {
  @Suite("The recorder") struct RecordingTests {
    /// The numbers of the metrics about a recording, beside its file.
    private struct Outcome {
      let written, givenUp, lost: UInt64
      let recording: Recording
      let isComplete: Bool
    }

    private func record(to path: String, maximumSize: Int? = nil) throws -> Outcome {
      let shown = try Shown()
      let before = try shown.updated()
      #expect(before["signals_recording"] == 0)
      try TraceRecording.start(to: path, maximumSize: maximumSize)
      #expect(try shown.updated()["signals_recording"] == 1)
      let ticker = PublishSubject<Int>()
      let handle = ticker.map { $0 + 1 }.subscribe()
      for number in 0..<200_000 { ticker.next(number) }
      handle.dispose()
      let isComplete = TraceRecording.stop()
      let after = try shown.updated()
      #expect(after["signals_recording"] == 0)
      func growth(_ name: String) throws -> UInt64 { UInt64(try after.growth(of: name, since: before)) }
      return Outcome(
        written: try growth("signals_records_written_total"),
        givenUp: try growth("signals_records_given_up_total"), lost: try growth("signals_records_lost_total"),
        recording: try Recording.open(path), isComplete: isComplete)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
      let folder = NSTemporaryDirectory() + "metrics-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(folder)
    }

    @Test func `written are the records that the file has`() throws {
      try withFolder { folder in
        let outcome = try record(to: folder + "/whole.rxtrace")
        #expect(outcome.isComplete)
        #expect(outcome.written + outcome.lost > 400_000)
        #expect(outcome.written == outcome.recording.recordCount)
        #expect(outcome.lost + outcome.givenUp == outcome.recording.lostCount)
      }
    }

    @Test func `beyond the maximum size records are given up, which is no loss`() throws {
      try withFolder { folder in
        let outcome = try record(to: folder + "/bounded.rxtrace", maximumSize: 100_000)
        #expect(outcome.givenUp > 100_000)
        #expect(outcome.written == outcome.recording.recordCount)
        #expect(outcome.lost + outcome.givenUp == outcome.recording.lostCount)
      }
    }

    static let canMakeDisks: Bool = {
      let folder = NSTemporaryDirectory() + "metrics-" + UUID().uuidString
      defer { rmdir(folder) }
      return mkdir(folder, 0o700) == 0 && mount("tmpfs", folder, "tmpfs", 0, "size=4k") == 0
        && umount(folder) == 0
    }()

    @Test(.enabled(if: canMakeDisks, "needs root, to make a small file system"))
    func `on a full disk records are lost`() throws {
      try withFolder { folder in
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=100k") == 0)
        defer { umount2(folder, Int32(MNT_DETACH)) }
        let outcome = try record(to: folder + "/full.rxtrace")
        #expect(outcome.lost > 100_000)
        #expect(outcome.givenUp == 0)
        #expect(outcome.lost <= outcome.recording.lostCount)
        #expect(outcome.written <= outcome.recording.recordCount)
      }
    }
  }
}
