import Testing
import TraceFixtures
import TraceFormat

@Suite("A recording")
struct RecordingTests {
  @Test(arguments: [1, 3] as [UInt32])
  func `gives back every kind of record, exactly`(threads: UInt32) throws {
    let records = Samples.records(threads: threads, rounds: 200)
    let recording = try Recording(bytes: Samples.recording(records))
    #expect(recording.damage.isEmpty)
    #expect(recording.isSealed)
    #expect(recording.recordCount == UInt64(records.count))
    #expect(recording.lostCount == 0)
    let read = Array(recording.records)
    #expect(read.count == records.count)
    for thread in 1...threads {
      let id = ThreadID(rawValue: thread)
      #expect(read.filter { $0.thread == id } == records.filter { $0.thread == id })
    }
    #expect(zip(read, read.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test func `gives back what it says about itself`() throws {
    let recording = try Recording(bytes: Samples.recording([]))
    var expected = Samples.header
    expected.clock = .monotonic
    #expect(recording.header == expected)
    #expect(Array(recording.records).isEmpty)
    #expect(recording.timeRange == 900...900)
  }

  @Test func `keeps times that go back within a thread, and sorts them`() throws {
    let events = [30, 10, 20].map { time in
      TraceRecord(
        time: time, thread: ThreadID(rawValue: 1), event: .released(SubscriptionID(time)!))
    }
    let recording = try Recording(bytes: Samples.recording(events))
    #expect(Array(recording.records).map(\.time) == [10, 20, 30])
  }

  @Test func `cut at any byte gives a prefix of each thread and says that it is cut`() throws {
    let records = Samples.records(threads: 2, rounds: 2)
    let whole = Samples.recording(records)
    var most = 0
    for length in 0..<whole.count {
      let recording: Recording
      do throws(TraceFormatError) {
        recording = try Recording(bytes: Array(whole[..<length]))
      } catch {
        #expect(
          length == 0 ? error == .empty(path: "") : error == .cutHeader(path: "", length: UInt64(length)))
        continue
      }
      #expect(!recording.isSealed)
      #expect(!recording.damage.isEmpty)
      var read = Array(recording.records)
      read.removeAll { if case .lost(_, since: let since) = $0.event { since != 999 } else { false } }
      for thread in 1...2 {
        let id = ThreadID(rawValue: UInt32(thread))
        let mine = read.filter { $0.thread == id }
        #expect(mine == Array(records.filter { $0.thread == id }.prefix(mine.count)))
      }
      most = max(most, read.count)
    }
    #expect(most == records.count)
  }

  @Test func `with any one bit changed never traps and gives no record that was not written`() throws {
    let records = Samples.records(threads: 2, rounds: 1)
    let whole = Samples.recording(records)
    let known = Set(records)
    for bit in 0..<whole.count * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      guard let recording = try? Recording(bytes: bytes) else {
        #expect(bit / 8 < 16, "a changed byte behind the version is not fatal")
        continue
      }
      #expect(!recording.damage.isEmpty, "bit \(bit)")
      var emitted = 0 as UInt64
      for record in recording.records where !known.contains(record) {
        guard case .lost(let count, _) = record.event else {
          Issue.record("\(record) was never written, bit \(bit)")
          continue
        }
        emitted += count
      }
      let recovered = recording.records.filter(known.contains).count
      #expect(recovered + Int(emitted) == records.count, "bit \(bit): emitted = recovered + lost")
    }
  }
}
