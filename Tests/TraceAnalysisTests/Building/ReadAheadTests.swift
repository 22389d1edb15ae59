import Testing
import TraceAnalysis
import TraceFormat

/// What a thread decodes ahead is what the recording holds, in its order, however many batches it comes to.
struct ReadAheadTests {
  @Test(
    arguments: [
      0, 1, ReadAhead.batchSize - 1, ReadAhead.batchSize, ReadAhead.batchSize + 1, 4 * ReadAhead.batchSize,
      60_000,
    ])
  func `what is decoded ahead is what is there`(count: Int) throws {
    let recording = try Recording(bytes: bytes(count))
    #expect(recording.recordCount == UInt64(count))

    var ahead: [TraceRecord] = []
    ReadAhead.read(recording, least: 0) { time, thread, event in
      ahead.append(TraceRecord(time: time, thread: thread, event: event))
    }

    #expect(ahead == Array(recording.records))
    let middle = 1000 + UInt64(count) * 5
    var part = 0
    let given = ReadAhead.read(recording, 0...middle, least: 0) { _, _, _ in part += 1 }
    #expect(part == ahead.count { $0.time <= middle })
    #expect(given == UInt64(part))
  }

  @Test func `many recordings are read at once, each by a thread of its own`() async throws {
    let recording = try Recording(bytes: bytes(5_000))
    let expected = Array(recording.records)
    let differing = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          var index = 0
          var isEqual = true
          ReadAhead.read(recording, least: 0) { time, thread, event in
            isEqual = isEqual && expected[index] == TraceRecord(time: time, thread: thread, event: event)
            index += 1
          }
          return isEqual && index == expected.count
        }
      }
      return await group.filter { !$0 }.reduce(0) { count, _ in count + 1 }
    }

    #expect(differing == 0)
  }

  /// A recording of several threads, whose chunks overlap, with texts that take memory.
  private func bytes(_ count: Int) -> [UInt8] {
    var writer = RecordingWriter()
    for number in 0..<UInt64(count) {
      let thread = ThreadID(rawValue: UInt32(number % 5) + 1)
      let id = SubscriptionID(number / 4 + 1)!
      let event = EventID(thread: thread, sequence: number + 1)
      let site = Site(
        operatorName: "subscribe", file: "Module/AFileWithALongName.swift", line: UInt32(number % 9))
      let content: TraceEvent =
        switch number % 4 {
        case 0: .subscribed(id, downstream: nil, role: Role(.source), site: site)
        case 1: .next(id, event: event, cause: nil, value: nil)
        case 2:
          .next(id, event: event, cause: nil, value: "a value of which the text takes memory, \(number)")
        default: .disposed(id, event: event, cause: nil, reason: .explicit)
        }
      writer.append(TraceRecord(time: 1000 + number * 10, thread: thread, event: content))
    }
    return writer.finish()
  }
}
