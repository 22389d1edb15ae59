import Dispatch
import Synchronization
import TraceFormat

/// The counts of a recording.
struct RecordTally: Sendable {
  /// The events of signals: `subscribed`, `next`, `error`, `completed`, `disposed`.
  private(set) var events: UInt64 = 0
  private(set) var aliveBefore: UInt64 = 0
  /// Records that are missing, those that a tracer says it lost included.
  private(set) var lost: UInt64 = 0
  private(set) var marks: UInt64 = 0
  /// The first marks' texts, in the order of time.
  var firstMarks: [String] { kept.map(\.text) }
  /// Records of a later version.
  private(set) var skipped = Skipped()

  private var kept: [(ticks: UInt64, text: String)] = []
  private static let marksKept = 5

  fileprivate mutating func add(_ event: consuming TraceEvent, _ ticks: UInt64) {
    switch event {
    case .subscribed, .next, .error, .completed, .disposed: events += 1
    case .counted(_, let values): events &+= values
    case .aliveBefore: aliveBefore += 1
    case .lost(let count, _): lose(count)
    case .mark(_, let text):
      marks += 1
      keep(ticks, text)
    default: break
    }
  }

  fileprivate mutating func lose(_ count: UInt64) {
    let (sum, overflow) = lost.addingReportingOverflow(count)
    lost = overflow ? .max : sum
  }

  fileprivate mutating func add(events: UInt64) { self.events &+= events }

  fileprivate mutating func skip(_ other: Skipped) { skipped.add(other) }

  fileprivate mutating func add(_ other: RecordTally) {
    events &+= other.events
    aliveBefore += other.aliveBefore
    marks += other.marks
    lose(other.lost)
    skip(other.skipped)
    for mark in other.kept { keep(mark.ticks, mark.text) }
  }

  /// The first few; of the same moment those that come first.
  private mutating func keep(_ ticks: UInt64, _ text: String) {
    let place = kept.firstIndex { $0.ticks > ticks } ?? kept.count
    guard place < Self.marksKept else { return }
    kept.insert((ticks, text), at: place)
    if kept.count > Self.marksKept { kept.removeLast() }
  }
}

extension Recording {
  /// The number of chunks that are worth a thread.
  private static let chunksAtOnce = 64

  /// Its content. Numbers that the heads of chunks lack are counted chunk by chunk, on as many threads as
  /// there are processors.
  var tally: RecordTally {
    var tally = RecordTally()
    var uncounted: [Int] = []
    for index in 0..<chunkCount {
      if let events = eventCount(ofChunk: index) {
        tally.add(events: events)
      } else {
        uncounted.append(index)
      }
    }
    let parts = Mutex<[Int: RecordTally]>([:])
    let (chunks, count) = (uncounted, uncounted.count)
    DispatchQueue.concurrentPerform(iterations: (count + Self.chunksAtOnce - 1) / Self.chunksAtOnce) {
      number in
      var part = RecordTally()
      let first = number * Self.chunksAtOnce
      part.skip(read(chunks: chunks[first..<min(first + Self.chunksAtOnce, count)]) { part.add($1, $0) })
      let found = part
      parts.withLock { $0[number] = found }
    }
    tally.skip(skippedChunks)
    for loss in lossCounts { tally.lose(loss) }
    for (_, part) in parts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { tally.add(part) }
    return tally
  }
}
