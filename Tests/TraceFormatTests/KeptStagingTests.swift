import Testing
import TraceFixtures

@testable import TraceFormat

@Suite("A recording that keeps its staging file")
struct KeptStagingTests {
  private let records = Samples.records(threads: 2, rounds: 3)

  private func unsealed() throws -> [UInt8] {
    let whole = Samples.recording(records)
    let chunks = try Recording(bytes: whole).chunks
    return Array(whole[..<Int(chunks[chunks.count - 1].offset)])
  }

  private func parts(_ staging: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    _ = KeptStaging.write(ByteSource(staging)) {
      parts.append($0)
      return true
    }
    return parts
  }

  /// Slots are gone.
  private static let short: [UInt8] = {
    var bytes = StagingSample.file(withCanaryIn: 3, but: nil)
    bytes[56] = 9
    return bytes
  }()

  static let stagings: [[UInt8]] = [
    StagingSample.file, StagingSample.file(withCanaryIn: 3, but: nil),
    StagingSample.file(withCanaryIn: 3, but: 0),
    short, StagingSample.file([]),
    StagingSample.file(
      (1...600).map { (UInt32($0), StagingSample.Tail(times: [7000 + UInt64($0)]), StagingSample.Tail()) }),
  ]

  @Test(arguments: stagings)
  func `says what the two files said`(staging: [UInt8]) throws {
    let apart = try Recording(bytes: unsealed(), staging: staging)
    let kept = try Recording(bytes: unsealed() + parts(staging).joined())
    #expect(!kept.isSealed && kept.isCompleted && !apart.isCompleted)
    #expect(kept.records.map(\.event) == apart.records.map(\.event))
    #expect(kept.records.map(\.time) == apart.records.map(\.time))
    #expect(kept.recordCount == apart.recordCount && kept.lostCount == apart.lostCount)
    #expect(kept.timeRange == apart.timeRange && kept.unknownLoss == apart.unknownLoss)
    #expect(kept.damage.map(\.problem) == apart.damage.map(\.problem))
  }

  @Test func `takes a chunk that was not finished from there`() throws {
    var bytes = try unsealed()
    for index in 1...40 { bytes[bytes.count - index] = 0 }
    let tail = StagingSample.Tail(before: 0, times: [7000])
    let staging = StagingSample.file([(2, tail, StagingSample.Tail())])
    let kept = try Recording(bytes: bytes + parts(staging).joined())
    #expect(kept.records.contains { $0.time == 7000 })
    #expect(kept.damage.count == 1 && kept.damage[0].isHarmless)
  }

  @Test func `keeps none while a part is missing or damaged`() throws {
    let parts = parts(Self.stagings[5])
    #expect(parts.count == 3)
    for missing in 0..<3 {
      let rest = parts.enumerated().filter { $0.offset != missing }.map(\.element)
      #expect(try !Recording(bytes: unsealed() + rest.joined()).isCompleted)
      var damaged = parts
      damaged[missing][200] ^= 1
      #expect(try !Recording(bytes: unsealed() + damaged.joined()).isCompleted)
    }
    // A second try stands behind the first, which was broken off, and may have had other parts.
    #expect(try Recording(bytes: unsealed() + parts[0] + parts.joined()).isCompleted)
    #expect(try Recording(bytes: unsealed() + parts[0] + self.parts(StagingSample.file).joined()).isCompleted)
  }

  @Test func `cannot trap a reader`() throws {
    let start = try unsealed()
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      var payload = Array(parts(StagingSample.file)[0].dropFirst(ChunkHeader.size))
      for _ in 0..<3 {
        payload[Int(random.next() % UInt64(payload.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { payload.removeLast(Int(random.next() % UInt64(payload.count))) }
      var header = ChunkHeader()
      header.kind = ChunkKind.staging.rawValue
      header.payloadLength = UInt32(payload.count)
      header.payloadChecksum = payload.withUnsafeBytes(checksum)
      var head = [UInt8](repeating: 0, count: ChunkHeader.size)
      head.withUnsafeMutableBytes { header.encode(to: $0.baseAddress!) }
      let recording = try Recording(bytes: start + head + payload)
      #expect(Array(recording.records).count >= records.count)
    }
  }
}
