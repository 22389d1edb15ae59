internal import TraceFormat

/// What is stored of a packed row. Numbers of lives are stored relative to its own, times relative to one that is mostly just
/// before: so most are small, or alike in neighbours.
enum LifeColumn: Int, CaseIterable {
  case id, subscribedAt, values, firstValue, lastValue, endTime, disposalTime, releaseTime, lateSince
  case lateBecause, downstream, firstUpstream, lastUpstream, epoch, acts, rare
  case signal
  // Of these many rows have one of a few, which may be far apart. None needs more than 32 bits.
  case role, thread, lastThread, endThread, disposalThread, endDelivery, disposalDelivery, site, reason, flags

  static let count = allCases.count
  static let firstOfFew = LifeColumn.role.rawValue
}

extension LifeRow: PackableRow {
  /// Neighbours, of which each field can be read by itself.
  struct Packed: PackedRows {
    private let columns: PackedColumns

    init(_ rows: ContiguousArray<LifeRow>, first: Int, using words: inout [UInt64]) {
      columns = .packing(
        rows, columns: LifeColumn.count, firstOfFew: LifeColumn.firstOfFew, using: &words
      ) { row, place, words in
        row.spread(UInt64(truncatingIfNeeded: first + place), into: words, stride: rows.count)
      }
    }

    var byteCount: Int { columns.byteCount }

    /// Adds the places at which the word of a column is wanted.
    @inline(__always)
    func places(
      _ column: LifeColumn, _ count: Int, into places: inout [UInt8], where isWanted: (UInt64) -> Bool
    ) {
      columns.places(column.rawValue, count, into: &places, where: isWanted)
    }

    func row(_ place: Int, number: UInt64) -> LifeRow { fields(place, number: number).row }

    @inline(__always)
    func fields(_ place: Int, number: UInt64) -> PackedRow {
      PackedRow(columns: columns, place: place, number: number)
    }
  }
}

extension LifeRow {
  /// Writes its words, `stride` apart, as ``PackedRow`` reads them.
  func spread(_ number: UInt64, into words: UnsafeMutablePointer<UInt64>, stride: Int) {
    @inline(__always)
    func set(_ column: LifeColumn, _ word: UInt64) { words[column.rawValue &* stride] = word }
    @inline(__always)
    func folded(_ word: UInt64) -> UInt64 {
      let difference = Int64(bitPattern: word)
      return UInt64(bitPattern: difference << 1 ^ difference >> 63)
    }
    @inline(__always)
    func set(_ column: LifeColumn, life other: LifeLink) {
      set(column, other.word == 0 ? 0 : folded(UInt64(other.word) &- number) &+ 1)
    }
    set(.id, id.rawValue &- number)
    set(.subscribedAt, subscribedAt)
    set(.values, values)
    set(.firstValue, values != 0 ? firstValue &- subscribedAt : 0)
    set(.lastValue, values != 0 ? lastValue &- firstValue : 0)
    set(.endTime, hasEnding ? endTime &- subscribedAt : 0)
    let end = hasEnding ? endTime : subscribedAt
    set(.disposalTime, isDisposed ? folded(disposalTime &- end) : 0)
    let last = isDisposed ? disposalTime : end
    set(.releaseTime, flags.contains(.released) ? folded(releaseTime &- last) : 0)
    set(.lateSince, isLate ? lateSince &- subscribedAt : 0)
    set(.lateBecause, life: lateBecause)
    set(.role, UInt64(role.rawValue))
    set(.thread, UInt64(thread.rawValue))
    set(.lastThread, UInt64(lastThread.rawValue))
    set(.endThread, UInt64(endThread.rawValue))
    set(.disposalThread, UInt64(disposalThread.rawValue))
    set(.endDelivery, UInt64(endDelivery.word))
    set(.disposalDelivery, UInt64(disposalDelivery.word))
    set(.site, UInt64(site))
    set(.downstream, life: downstream)
    set(.firstUpstream, life: firstUpstream)
    set(.lastUpstream, life: lastUpstream)
    set(.epoch, UInt64(epoch))
    set(.acts, UInt64(acts))
    set(.rare, UInt64(rare))
    set(.signal, signal == 0 ? 0 : folded(id.rawValue &- signal) &+ 1)
    set(.flags, UInt64(flags.rawValue))
    set(.reason, UInt64(reason.rawValue))
  }
}
