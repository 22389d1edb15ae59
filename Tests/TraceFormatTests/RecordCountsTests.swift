import Testing
import TraceFixtures

@testable import TraceFormat

/// What the head of a chunk says of its records.
struct RecordCountsTests {
  private func isEvent(_ event: TraceEvent) -> Bool {
    switch event {
    case .subscribed, .next, .error, .completed, .disposed: true
    default: false
    }
  }

  private func isTelling(_ event: TraceEvent) -> Bool {
    switch event {
    case .mark, .aliveBefore, .lost, .counted: true
    default: false
    }
  }

  @Test func `Each kind of record is counted as what it is`() throws {
    for event in Samples.events {
      let record = TraceRecord(time: 1000, thread: ThreadID(rawValue: 1), event: event)
      let recording = try Recording(bytes: Samples.recording([record]))
      let chunk = try #require(recording.sources.first)
      #expect(chunk.header.counts?.others == (isEvent(event) ? 0 : 1), "\(event)")
      #expect(chunk.header.counts?.telling == (isTelling(event) ? 1 : 0), "\(event)")
      #expect(recording.eventCount(ofChunk: 0) == (isTelling(event) ? nil : isEvent(event) ? 1 : 0))
    }
  }

  @Test func `Every chunk of a long recording counts its own`() throws {
    let recording = try Recording(bytes: Samples.recording(Samples.records(threads: 3, rounds: 60)))
    #expect(recording.chunkCount > 3)
    for index in 0..<recording.chunkCount {
      var (events, telling) = (UInt32(0), UInt32(0))
      _ = recording.read(chunks: [index]) { _, event in
        if isEvent(event) { events += 1 }
        if isTelling(event) { telling += 1 }
      }
      let header = recording.sources[index].header
      #expect(header.counts?.others == header.count - events && header.counts?.telling == telling)
    }
  }

  @Test func `What nobody counted, what cannot be and what a later edition wrote are counted anew`() {
    func decoded(others: UInt32, telling: UInt32, edition: UInt32, count: UInt32) -> RecordCounts? {
      var header = ChunkHeader()
      header.count = count
      var bytes = [UInt8](repeating: 0, count: ChunkHeader.size)
      return bytes.withUnsafeMutableBytes { head in
        header.encode(to: head.baseAddress!)
        for (number, offset) in [(others, 92), (telling, 96), (edition, 100)] {
          head.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
        let behind = ChunkHeader.size - 4
        head.storeBytes(
          of: checksum(UnsafeRawBufferPointer(rebasing: head[..<behind])).littleEndian, toByteOffset: behind,
          as: UInt32.self)
        return ChunkHeader.decode(UnsafeRawBufferPointer(head))?.header.counts
      }
    }
    for edition in 1...RecordCounts.vocabulary {
      #expect(decoded(others: 3, telling: 1, edition: edition, count: 9)?.others == 2, "\(edition)")
    }
    #expect(decoded(others: 0, telling: 0, edition: 1, count: 9) == nil)
    #expect(decoded(others: 11, telling: 0, edition: 1, count: 9) == nil)
    #expect(decoded(others: 2, telling: 2, edition: 1, count: 9) == nil)
    #expect(decoded(others: 3, telling: 1, edition: RecordCounts.vocabulary + 1, count: 9) == nil)
  }
}
