import Testing
import TraceFixtures

@testable import TraceFormat

/// The record that says which hot source a subscription joined.
@Suite struct JoinedSourceRecordTests {
  private func payload(_ write: (inout RecordEncoder) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      var encoder = RecordEncoder(at: room.baseAddress!, thread: 1, ticks: 0)
      write(&encoder)
      return Array(room[..<(encoder.cursor - room.baseAddress!)])
    }
  }

  private func released(_ encoder: inout RecordEncoder, _ number: UInt64) {
    encoder.begin(.released, ticks: number)
    encoder.put(subscription: number)
  }

  private func joined(_ encoder: inout RecordEncoder, _ number: UInt64, source: UInt64) {
    let fields = encoder.begin(extended: .joinedSource, ticks: number)
    encoder.put(nearSubscription: number)
    encoder.put(nearSource: source)
    encoder.end(fields)
  }

  private func read(_ count: UInt32, _ payload: [UInt8]) throws -> Recording {
    try Recording(bytes: LaterVersion.recording(count: count, payload: payload))
  }

  @Test func `It takes five bytes for a source that is new, and seven for one that is much older`() {
    func size(_ number: UInt64, _ source: UInt64) -> Int {
      payload {
        released(&$0, number)
        joined(&$0, number, source: source)
      }.count - payload { released(&$0, number) }.count
    }
    #expect(size(5000, 5001) == 5)
    #expect(size(5000, 4990) == 5)
    #expect(size(200_000, 1) == 7)
  }

  @Test func `It is read as it was written, and keeps nothing for what follows`() throws {
    let bytes = payload {
      released(&$0, 5)
      joined(&$0, 9, source: 10)
      released(&$0, 11)
      joined(&$0, 12, source: 10)
    }
    let (first, second) = (Samples.id(9), Samples.id(12))
    #expect(
      try read(4, bytes).records.map(\.event) == [
        .released(Samples.id(5)), .joinedSource(first, source: 10), .released(Samples.id(11)),
        .joinedSource(second, source: 10),
      ])
  }

  @Test func `Without a source it makes no sense, is skipped and not lost`() throws {
    let bytes = payload {
      released(&$0, 5)
      joined(&$0, 5, source: 0)
      released(&$0, 6)
    }
    let recording = try read(3, bytes)
    #expect(recording.records.map(\.event) == [.released(Samples.id(5)), .released(Samples.id(6))])
    #expect(recording.skipped.records == [RecordKind.joinedSource.rawValue: 1] && recording.lostCount == 0)
  }

  @Test func `Cut anywhere, it is missing, and all before it is there`() throws {
    let before = payload { released(&$0, 5) }
    let whole = payload {
      released(&$0, 5)
      joined(&$0, 5, source: 1 << 40)
    }
    for length in (before.count + 1)..<whole.count {
      let recording = try read(2, Array(whole[..<length]))
      #expect(
        recording.records.map(\.event) == [.released(Samples.id(5)), .lost(count: 1, since: 5)], "\(length)")
    }
    #expect(try read(2, whole).records.map(\.event).last == .joinedSource(Samples.id(5), source: 1 << 40))
  }

  @Test func `A chunk with it says so, so that an older reader counts for itself`() {
    #expect(RecordCounts.vocabulary >= 3)
  }
}
