import TraceFormat

/// What a recording holds.
struct RecordTally {
  /// What the signals did: `subscribed`, `next`, `error`, `completed`, `disposed`.
  private(set) var events: UInt64 = 0
  private(set) var aliveBefore: UInt64 = 0
  /// Records that are missing, those that a tracer says it lost included.
  private(set) var lost: UInt64 = 0
  private(set) var marks: UInt64 = 0
  /// The first marks' texts.
  private(set) var firstMarks: [String] = []
  /// What a later version wrote.
  fileprivate(set) var skipped = Skipped()

  private static let marksKept = 5

  fileprivate mutating func add(_ event: TraceEvent) {
    switch event {
    case .subscribed, .next, .error, .completed, .disposed: events += 1
    case .counted(_, let values): events &+= values
    case .aliveBefore: aliveBefore += 1
    case .lost(let count, _):
      let (sum, overflow) = lost.addingReportingOverflow(count)
      lost = overflow ? .max : sum
    case .mark(_, let text):
      marks += 1
      if firstMarks.count < Self.marksKept { firstMarks.append(text) }
    default: break
    }
  }
}

extension Recording {
  /// What it holds, counted in one pass.
  var tally: RecordTally {
    var tally = RecordTally()
    var iterator = records.makeIterator()
    while let record = iterator.next() { tally.add(record.event) }
    tally.skipped = iterator.skipped
    return tally
  }
}
