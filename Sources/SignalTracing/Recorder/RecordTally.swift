import Synchronization

/// The outcome of the records of all recordings of this process so far. No number ever becomes smaller.
package struct RecordTally: Sendable {
  /// The records in the chunks that the disk has taken. A thread's newest chunk is not counted yet.
  package let written: UInt64
  /// The records that were given up: the file has the size that it was bounded to.
  package let givenUp: UInt64
  /// The records that were lost in any other way.
  package let lost: UInt64

  package static var now: RecordTally {
    RecordTally(
      written: Count.written.load(ordering: .relaxed), givenUp: Count.givenUp.load(ordering: .relaxed),
      lost: Count.lost.load(ordering: .relaxed))
  }

  private enum Count {
    static let written = Atomic<UInt64>(0)
    static let givenUp = Atomic<UInt64>(0)
    static let lost = Atomic<UInt64>(0)
  }

  /// Counts the records of a chunk that a thread is done with.
  static func note(_ count: UInt32, _ outcome: ChunkFile.Outcome) {
    let records = UInt64(count)
    switch outcome {
    case .written: _ = Count.written.wrappingAdd(records, ordering: .relaxed)
    case .refused: _ = Count.givenUp.wrappingAdd(records, ordering: .relaxed)
    case .failed, .foreign, .underWay: noteLost(records)
    }
  }

  /// Counts records that are in no chunk. A signal handler may call it.
  static func noteLost(_ records: UInt64) { _ = Count.lost.wrappingAdd(records, ordering: .relaxed) }

  /// For a forked child: the records were its parent's.
  static func forget() {
    Count.written.store(0, ordering: .relaxed)
    Count.givenUp.store(0, ordering: .relaxed)
    Count.lost.store(0, ordering: .relaxed)
  }
}
