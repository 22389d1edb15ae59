internal import TraceFormat

/// The columns of packed rare fields. A new field is a property of ``RareFields``, a case here, and a line of
/// its `code(_:)`.
private enum RareColumn: Int, CaseIterable {
  case owner, formerOwner, handleReleaseTime, removedAt, stoppedAt, sourceStoppedAt, stoppedBy, stoppedSource
  case handleReleaseMoment, handleReleaseEpoch, handleReleasedOn, begunWithin, answeredBy
  case stops, flags
  // Many rows have one of a few, which may be far apart. It needs no more than 32 bits.
  case handover

  static let count = allCases.count
  static let firstOfFew = RareColumn.handover.rawValue
}

extension RareFields {
  /// Takes every field but the rarest to its column. Lives are stored by their numbers: a row of rare fields
  /// does not lie where its life does.
  @inline(__always)
  fileprivate mutating func code(_ coder: inout some RowCoder<RareColumn>) {
    coder.code(.owner, &ownerWord)
    coder.code(.formerOwner, &formerOwnerWord)
    coder.code(.handleReleaseTime, &handleReleaseTime)
    coder.code(.removedAt, &removedAt)
    coder.code(.stoppedAt, &stoppedAt)
    coder.code(.sourceStoppedAt, &sourceStoppedAt)
    coder.code(.stoppedBy, &stoppedBy.word)
    coder.code(.stoppedSource, &stoppedSource.word)
    coder.code(.handleReleaseMoment, &handleReleaseMoment)
    coder.code(.handleReleaseEpoch, &handleReleaseEpochWord)
    coder.code(.handleReleasedOn, &handleReleasedOn)
    coder.code(.begunWithin, &begunWithin.word)
    coder.code(.answeredBy, &answeredBy.word)
    coder.code(.stops, &stops)
    coder.code(.flags, &flagWord)
    coder.code(.handover, &handoverEntry)
  }

  /// All that is true or false.
  private var flagWord: UInt64 {
    get {
      let released: UInt64 = (hasReleasedHandle ? 1 : 0) | (hasHandleReleaseEpoch ? 2 : 0)
      return released | (handleWasKept ? 4 : 0) | (wasBegunByEnd ? 8 : 0)
    }
    set {
      hasReleasedHandle = newValue & 1 != 0
      hasHandleReleaseEpoch = newValue & 2 != 0
      handleWasKept = newValue & 4 != 0
      wasBegunByEnd = newValue & 8 != 0
    }
  }
}

extension RareFields: PackableRow {
  /// The rare fields of lives that are over, or hardly change.
  struct Packed: PackedRows {
    private let columns: PackedColumns
    /// By place.
    private var rarest: [Int: [RarestFields]] = [:]

    init(_ rows: ContiguousArray<RareFields>, first: Int, using words: inout [UInt64]) {
      columns = .packing(
        rows, columns: RareColumn.count, firstOfFew: RareColumn.firstOfFew, using: &words
      ) { row, place, words in
        let number = UInt64(truncatingIfNeeded: first + place)
        var writer = RowWriter<RareColumn>(words: words, stride: rows.count, row: number)
        var row = row
        row.code(&writer)
      }
      for (place, row) in rows.enumerated() where !row.rarest.isEmpty { rarest[place] = row.rarest }
    }

    var byteCount: Int { columns.byteCount }

    func row(_ place: Int, number: UInt64) -> RareFields {
      var reader = RowReader<RareColumn>(columns: columns, place: place, row: number)
      var row = RareFields()
      row.code(&reader)
      if !rarest.isEmpty, let rarest = rarest[place] { row.rarest = rarest }
      return row
    }
  }
}
