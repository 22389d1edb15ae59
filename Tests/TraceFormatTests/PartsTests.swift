import Testing
import TraceFixtures
import TraceFormat

/// A recording that is read a part at a time.
@Suite struct PartsTests {
  @Test func `its parts are the whole, in the same order`() throws {
    let recording = try Recording(bytes: Samples.recording(Samples.records(threads: 5, rounds: 900)))
    let all = Array(recording.records)
    let (first, last) = (try #require(all.first).time, try #require(all.last).time)
    // The parts end within chunks, between records and on them.
    for count in [1, 2, 7, 40] as [UInt64] {
      var parts: [TraceRecord] = []
      var given: UInt64 = 0
      var from: UInt64 = 0
      for part in 1...count {
        let end = part == count ? .max : first + (last - first) * part / count
        given += recording.read(from...end) { parts.append(TraceRecord(time: $0, thread: $1, event: $2)) }
        #expect(parts.allSatisfy { $0.time <= end })
        from = end &+ 1
      }
      #expect(given == recording.recordCount)
      #expect(parts == all)
    }
    #expect(recording.newestTicks == last)
  }

  @Test func `losses are in the part in which they ended`() throws {
    let whole = Samples.recording(Samples.records(threads: 2, rounds: 900))
    let chunk = try #require(try Recording(bytes: whole).chunks.dropFirst(2).first)
    var damaged = whole
    damaged[Int(chunk.offset) + 200] ^= 0xff
    let recording = try Recording(bytes: damaged)
    #expect(recording.lostCount > 0)
    let all = Array(recording.records)
    var parts: [TraceRecord] = []
    let middle = all[all.count / 2].time
    let given =
      recording.read(0...middle) { parts.append(TraceRecord(time: $0, thread: $1, event: $2)) }
      + recording.read((middle + 1)...(.max)) { parts.append(TraceRecord(time: $0, thread: $1, event: $2)) }
    #expect(given == recording.recordCount)
    #expect(parts == all)
  }
}
