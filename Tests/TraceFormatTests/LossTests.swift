import Testing
import TraceFixtures
import TraceFormat

@Suite("Records that are missing")
struct LossTests {
  /// Twelve chunks of one thread, a second apart; the chunks' places are those of `Recording.chunks`.
  private func recording(losing lost: Set<Int> = []) throws -> (bytes: [UInt8], chunks: [Chunk]) {
    var writer = RecordingWriter(header: Samples.header)
    for chunk in 0..<12 as Range<UInt64> {
      for record in 0..<5 as Range<UInt64> {
        writer.append(
          TraceRecord(
            time: 1000 + chunk * 1000 + record, thread: ThreadID(rawValue: 3),
            event: .mark(EventID(chunk * 5 + record + 1)!, text: String(repeating: "x", count: 8000))))
      }
    }
    let bytes = writer.finish()
    return (bytes, try Recording(bytes: bytes).chunks)
  }

  private func losses(_ recording: Recording) -> [(count: UInt64, since: UInt64, time: UInt64)] {
    recording.records.compactMap { record in
      if case .lost(let count, let since) = record.event { (count, since, record.time) } else { nil }
    }
  }

  @Test func `are counted, and lie between the chunks around them`() throws {
    var (bytes, chunks) = try recording()
    try #require(chunks.count == 13)
    bytes[Int(chunks[4].offset) + 200] ^= 1
    let recording = try Recording(bytes: bytes)
    let losses = losses(recording)
    #expect(losses.count == 1)
    #expect(losses[0] == (5, 4004, 6000))
    #expect(recording.lostCount == 5)
    #expect(recording.damage.count == 1 && !recording.damage[0].isHarmless)
    #expect(recording.chunks[4].state == .damaged)
  }

  @Test func `at the end are known by the damaged chunk's head, or by the index`() throws {
    let (whole, chunks) = try recording()
    var damaged = whole
    damaged[Int(chunks[11].offset) + 200] ^= 1
    #expect(losses(try Recording(bytes: damaged)).map(\.count) == [5])

    var headless = whole
    for index in 0..<112 { headless[Int(chunks[11].offset) + index] = 0 }
    let recording = try Recording(bytes: headless)
    #expect(losses(recording).map(\.count) == [5])
    #expect(recording.damage.contains { if case .missingChunk = $0.problem { true } else { false } })
    #expect(recording.damage.contains { $0.problem == .unknownBytes })
  }

  @Test func `of a chunk that says it holds more than it does are counted as well`() throws {
    var (bytes, chunks) = try recording()
    let head = Int(chunks[4].offset)
    bytes.withUnsafeMutableBytes { all in
      all.storeBytes(of: UInt32(9), toByteOffset: head + 20, as: UInt32.self)
      let sum = checksum(UnsafeRawBufferPointer(rebasing: all[head..<head + ChunkHeader.size - 4]))
      all.storeBytes(of: sum, toByteOffset: head + ChunkHeader.size - 4, as: UInt32.self)
    }
    let losses = losses(try Recording(bytes: bytes))
    #expect(losses.map(\.count) == [4])
    #expect(losses.map(\.time) == [5004])
  }

  @Test func `are not those that stand in the file twice`() throws {
    var (bytes, chunks) = try recording()
    let chunk = bytes[Int(chunks[2].offset)..<Int(chunks[2].offset + chunks[2].length)]
    bytes.insert(contentsOf: chunk, at: Int(chunks[7].offset))
    let recording = try Recording(bytes: bytes)
    #expect(recording.recordCount == 60)
    #expect(recording.lostCount == 0)
  }

  @Test func `of chunks of a kind that is not known do not count: they are skipped`() throws {
    var (bytes, chunks) = try recording()
    var header = ChunkHeader()
    header.kind = 99
    header.thread = 3
    header.payloadLength = 5
    let payload: [UInt8] = [1, 2, 3, 4, 5]
    header.payloadChecksum = payload.withUnsafeBytes(checksum)
    var chunk = [UInt8](repeating: 0, count: ChunkHeader.size)
    chunk.withUnsafeMutableBytes { header.encode(to: $0.baseAddress!) }
    bytes.insert(contentsOf: chunk + payload, at: Int(chunks[1].offset))
    let recording = try Recording(bytes: bytes)
    #expect(recording.recordCount == 60 && recording.lostCount == 0)
    #expect(recording.chunks.contains { $0.kind == nil && $0.state == .whole })
    chunks = []
  }
}
