import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// When values came, in bounded memory.
struct ActivityTests {
  private func activity(_ times: [UInt64], keeps: Bool = true) -> Activity {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    var records = script.trace
    for (number, time) in times.enumerated() {
      let event = EventID(thread: ThreadID(rawValue: 1), sequence: UInt64(number + 1))
      records.append(
        TraceRecord(
          time: time, thread: event.thread, event: .next(root, event: event, cause: nil, value: nil)))
    }
    return records.forest(options: ForestBuilder.Options(keepsActivity: keeps))[1]!.activity
  }

  @Test func `A few values are kept exactly, in order`() {
    let activity = activity([50, 20, 30, 20])
    #expect(activity.exactTimes == [20, 20, 30, 50])
    #expect(activity.resolution == 1)
    #expect(activity.counts(from: 20, to: 50, columns: 3) == [2, 1, 0])
    #expect(activity.counts(from: 0, to: 100, columns: 2) == [3, 1])
    #expect(activity.count(from: 20, to: 51) == 4)
  }

  @Test func `Many values are counted in cells, and none gets lost`() {
    let times = (0..<10_000).map { UInt64($0) * 1000 + 7 }
    let activity = activity(times)
    #expect(activity.exactTimes == nil)
    #expect(activity.count(from: 0, to: .max) == 10_000)
    // Ten million nanoseconds in at most 128 cells of a power of two.
    #expect(activity.resolution == 131_072)
    let halves = activity.counts(from: 0, to: 10_000_000, columns: 2)
    #expect(halves.allSatisfy { (4869...5131).contains($0) })
  }

  @Test func `Values that come from before the first cell count in it`() {
    let times = (0..<100).map { UInt64(1_000_000 + $0) } + [3]
    let activity = activity(times)
    #expect(activity.count(from: 1_000_000, to: 2_000_000) == 101)
  }

  @Test func `A full cell stays full`() {
    let activity = activity([UInt64](repeating: 5, count: 70_000))
    #expect(activity.count(from: 0, to: 100) == 65_535)
  }

  @Test func `The largest times do no harm`() {
    let times = [0, .max, .max - 1] + (0..<UInt64(100)).map { .max - $0 * (1 << 50) }
    #expect(activity(times).count(from: 0, to: .max) > 100)
  }

  @Test func `Nothing is kept if nobody asked for it`() {
    #expect(activity([1, 2, 3], keeps: false).exactTimes == [])
  }

  @Test func `An empty or backward time has no columns`() {
    let activity = activity([10])
    #expect(activity.counts(from: 10, to: 10, columns: 4).isEmpty)
    #expect(activity.counts(from: 20, to: 10, columns: 4).isEmpty)
    #expect(activity.counts(from: 0, to: 20, columns: 0).isEmpty)
  }
}
