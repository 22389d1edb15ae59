import Testing
import TraceFixtures
import TraceFormat

@Suite("A recording that was not sealed")
struct StagingTests {
  private let records = Samples.records(threads: 2, rounds: 3)
  private var whole: [UInt8] { Samples.recording(records) }

  /// The recording without its index, and its last chunk as `change` leaves it.
  private func unsealed(_ change: (inout [UInt8], Chunk) -> Void = { _, _ in }) throws -> [UInt8] {
    let chunks = try Recording(bytes: whole).chunks
    var bytes = Array(whole[..<Int(chunks[chunks.count - 1].offset)])
    change(&bytes, chunks[chunks.count - 2])
    return bytes
  }

  @Test func `has its tails from the staging file, and their losses`() throws {
    let recording = try Recording(bytes: unsealed(), staging: StagingSample.file)
    #expect(!recording.isSealed)
    #expect(recording.damage.isEmpty)
    let fifth = recording.records.filter { $0.thread == ThreadID(rawValue: 5) }
    #expect(
      fifth.map(\.event) == [
        .released(SubscriptionID(5000)!), .lost(count: 7, since: 900), .lost(count: 2, since: 5005),
        .released(SubscriptionID(5005)!), .released(SubscriptionID(5010)!), .released(SubscriptionID(5020)!),
      ])
    #expect(recording.lostCount == 9)
    #expect(recording.recordCount == UInt64(records.count) + 5)
  }

  @Test func `takes a chunk from the staging file when it was not finished, and only then`() throws {
    let tail = StagingSample.Tail(before: 0, times: [7000])
    let staging = StagingSample.file([(2, tail, StagingSample.Tail())])
    let intact = try Recording(bytes: unsealed(), staging: staging)
    #expect(!intact.records.contains { $0.time == 7000 }, "the file has the whole chunk")

    let torn = try unsealed { bytes, last in
      for index in 1...40 { bytes[Int(last.offset + last.length) - index] = 0 }
    }
    let repaired = try Recording(bytes: torn, staging: staging)
    #expect(repaired.records.contains { $0.time == 7000 })
    #expect(repaired.damage.count == 1 && repaired.damage[0].isHarmless)
    #expect(repaired.chunks.contains { $0.state == .replaced })

    let cut = try unsealed { bytes, _ in bytes.removeLast(40) }
    let cutShort = try Recording(bytes: cut, staging: staging)
    #expect(cutShort.records.contains { $0.time == 7000 } && cutShort.damage.allSatisfy(\.isHarmless))
  }

  @Test func `steps over bytes that were taken and never filled`() throws {
    let bytes = try unsealed { bytes, last in
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: 5000), at: Int(last.offset))
    }
    let recording = try Recording(bytes: bytes, staging: StagingSample.file)
    #expect(recording.damage.map(\.problem) == [.unfinished])
    #expect(recording.recordCount == UInt64(records.count) + 5)
  }

  @Test func `says since when an unknown number of records may be missing`() throws {
    let bytes = try unsealed()
    #expect(try Recording(bytes: bytes, staging: StagingSample.file).unknownLoss == nil)

    let sample = try Recording(bytes: bytes, staging: StagingSample.file)
    let since = (sample.timeRange.lowerBound + sample.timeRange.upperBound) / 2
    var unsafe = StagingSample.file
    withUnsafeBytes(of: since.littleEndian) { unsafe.replaceSubrange(64..<72, with: $0) }
    let told = try Recording(bytes: bytes, staging: unsafe)
    #expect(told.unknownLoss == since...sample.timeRange.upperBound)
    #expect(told.damage.map(\.isHarmless) == [false])

    var short = StagingSample.file
    short[56] = 9
    #expect(try Recording(bytes: bytes, staging: short).unknownLoss == sample.timeRange, "slots are gone")
    let alone = try Recording(bytes: bytes)
    #expect(alone.unknownLoss == alone.timeRange, "without its staging file")
    #expect(try Recording(bytes: whole, staging: unsafe).unknownLoss == nil, "a sealed one is whole")
  }

  @Test func `uses nothing of a slot that somebody has copied something over, and says so`() throws {
    let bytes = try unsealed()
    let plain = try Recording(bytes: bytes, staging: StagingSample.file)
    let intact = try Recording(bytes: bytes, staging: StagingSample.file(withCanaryIn: 3, but: nil))
    #expect(intact.recordCount == plain.recordCount && intact.unknownLoss == nil)
    let spoilt = try Recording(bytes: bytes, staging: StagingSample.file(withCanaryIn: 3, but: 0))
    #expect(!spoilt.records.contains { $0.thread == ThreadID(rawValue: 5) })
    #expect(spoilt.unknownLoss == spoilt.timeRange)
    let unused = try Recording(bytes: bytes, staging: StagingSample.file(withCanaryIn: 3, but: 1))
    #expect(unused.unknownLoss == unused.timeRange, "nobody knows whether it was somebody's")
  }

  @Test func `says that its staging file is gone, or another's`() throws {
    let bytes = try unsealed()
    #expect(try Recording(bytes: bytes).damage.map(\.problem) == [.noStaging])
    var other = StagingSample.file
    other[20] ^= 1
    #expect(try Recording(bytes: bytes, staging: other).damage.map(\.problem) == [.staging])
    #expect(try Recording(bytes: whole, staging: other).damage.isEmpty, "a sealed one has no need of it")
  }
}
