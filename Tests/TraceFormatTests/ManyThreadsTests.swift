import Testing

@testable import TraceFormat

@Suite struct ManyThreadsTests {
  private static func record(_ thread: UInt32, _ sequence: UInt64, at time: UInt64) -> TraceRecord {
    let thread = ThreadID(rawValue: thread)
    return TraceRecord(
      time: time, thread: thread, event: .mark(EventID(thread: thread, sequence: sequence), text: "here"))
  }

  @Test func `memory for chunks is given back, and every thread's records stay in their order`() throws {
    let threads: UInt32 = 3000
    var writer = RecordingWriter()
    var time: UInt64 = 0
    var most = 0
    for sequence in 1...3 as ClosedRange<UInt64> {
      for thread in 1...threads {
        time += 1
        writer.append(Self.record(thread, sequence, at: time))
        most = max(most, writer.unfinishedCount)
      }
    }
    #expect(most == RecordingWriter.mostUnfinished)

    let recording = try Recording(bytes: writer.finish())
    #expect(recording.damage.isEmpty && recording.lostCount == 0 && recording.isSealed)
    var newest: [ThreadID: UInt64] = [:]
    for record in recording.records {
      guard case .mark(let event, _) = record.event else { continue }
      #expect(event.sequence == newest[record.thread, default: 0] + 1)
      newest[record.thread] = event.sequence
    }
    #expect(newest.count == Int(threads) && newest.values.allSatisfy { $0 == 3 })
  }

  @Test func `a thread whose chunk is full holds no memory until its next record`() throws {
    var writer = RecordingWriter()
    var time: UInt64 = 0
    var chunks = 0
    while chunks < 3, time < 100_000 {
      time += 1
      writer.append(Self.record(1, time, at: time))
      if writer.unfinishedCount == 0 { chunks += 1 }
    }
    #expect(chunks == 3)
    let recording = try Recording(bytes: writer.finish())
    #expect(recording.lostCount == 0 && recording.recordCount == time && recording.chunks.count == 4)
    let filled = recording.chunks.prefix(3)
    #expect(filled.map(\.sequence) == [0, 1, 2])
    var before: UInt64 = 0
    for chunk in filled {
      #expect(chunk.before == before)
      before += UInt64(chunk.records)
    }
  }
}
