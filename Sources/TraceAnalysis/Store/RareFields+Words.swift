internal import TraceFormat

/// What is stored of the rare fields of a life, packed.
private enum RareColumn: Int, CaseIterable {
  case owner, formerOwner, handleReleaseTime, removedAt, stoppedAt, sourceStoppedAt, stoppedBy, stoppedSource
  case handleReleaseMoment, handleReleaseEpoch, handleReleasedOn, begunWithin, stops, flags

  static let count = allCases.count
}

extension RareFields: PackableRow {
  /// The rare fields of lives that are over, or hardly change.
  struct Packed: PackedRows {
    private let columns: PackedColumns
    /// By place.
    private var rarest: [Int: [RarestFields]] = [:]

    init(_ rows: ContiguousArray<RareFields>, first: Int, using words: inout [UInt64]) {
      columns = .packing(rows, columns: RareColumn.count, firstOfFew: RareColumn.count, using: &words) {
        row, place, words in row.spread(into: words, stride: rows.count)
      }
      for (place, row) in rows.enumerated() where !row.rarest.isEmpty { rarest[place] = row.rarest }
    }

    var byteCount: Int { columns.byteCount }

    func row(_ place: Int, number: UInt64) -> RareFields {
      var row = RareFields { columns[$0.rawValue, place] }
      if !rarest.isEmpty, let rarest = rarest[place] { row.rarest = rarest }
      return row
    }
  }

  private init(_ word: (RareColumn) -> UInt64) {
    func small(_ column: RareColumn) -> UInt32 { UInt32(truncatingIfNeeded: word(column)) }
    ownerWord = word(.owner)
    formerOwnerWord = word(.formerOwner)
    handleReleaseTime = word(.handleReleaseTime)
    removedAt = word(.removedAt)
    stoppedAt = word(.stoppedAt)
    sourceStoppedAt = word(.sourceStoppedAt)
    stoppedBy = LifeLink(word: small(.stoppedBy))
    stoppedSource = LifeLink(word: small(.stoppedSource))
    handleReleaseMoment = small(.handleReleaseMoment)
    handleReleaseEpochWord = small(.handleReleaseEpoch)
    handleReleasedOn = ThreadID(rawValue: small(.handleReleasedOn))
    begunWithin = LifeLink(word: small(.begunWithin))
    stops = small(.stops)
    let flags = word(.flags)
    hasReleasedHandle = flags & 1 != 0
    hasHandleReleaseEpoch = flags & 2 != 0
    handleWasKept = flags & 4 != 0
    wasBegunByEnd = flags & 8 != 0
  }

  /// Writes its words, `stride` apart.
  private func spread(into words: UnsafeMutablePointer<UInt64>, stride: Int) {
    func set(_ column: RareColumn, _ word: UInt64) { words[column.rawValue &* stride] = word }
    set(.owner, ownerWord)
    set(.formerOwner, formerOwnerWord)
    set(.handleReleaseTime, handleReleaseTime)
    set(.removedAt, removedAt)
    set(.stoppedAt, stoppedAt)
    set(.sourceStoppedAt, sourceStoppedAt)
    set(.stoppedBy, UInt64(stoppedBy.word))
    set(.stoppedSource, UInt64(stoppedSource.word))
    set(.handleReleaseMoment, UInt64(handleReleaseMoment))
    set(.handleReleaseEpoch, UInt64(handleReleaseEpochWord))
    set(.handleReleasedOn, UInt64(handleReleasedOn.rawValue))
    set(.begunWithin, UInt64(begunWithin.word))
    set(.stops, UInt64(stops))
    let released: UInt64 = (hasReleasedHandle ? 1 : 0) | (hasHandleReleaseEpoch ? 2 : 0)
    set(.flags, released | (handleWasKept ? 4 : 0) | (wasBegunByEnd ? 8 : 0))
  }
}
