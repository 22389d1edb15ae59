internal import TraceFormat

/// The columns of a packed row.
///
/// A new field of a life is a property of ``LifeRow``, a case here, a line of ``LifeRow/code(_:)``, and a
/// line of ``Life`` where rules ask for it. The first three would be one if a list of fields could be read
/// from a type. Without macros only key paths or a mirror do that, at run time: both are kept off the way
/// that packs and reads every row.
enum LifeColumn: Int, CaseIterable {
  case id, subscribedAt, values, firstValue, lastValue, endTime, disposalTime, releaseTime, lateSince
  case lateBecause, downstream, firstUpstream, lastUpstream, epoch, acts, rare
  case signal
  // Of these many rows have one of a few, which may be far apart. None needs more than 32 bits.
  case role, thread, lastThread, endThread, disposalThread, endDelivery, disposalDelivery, site, reason, flags

  static let count = allCases.count
  static let firstOfFew = LifeColumn.role.rawValue
}

extension LifeRow {
  /// Takes every field to its column. A time is stored relative to an earlier time, so that most are small.
  /// The earlier time and the flags come first, because the others are read with their help.
  @inline(__always)
  mutating func code(_ coder: inout some RowCoder<LifeColumn>) {
    coder.code(.flags, &flags)
    coder.code(.id, &id)
    coder.code(.subscribedAt, &subscribedAt)
    coder.code(.values, &values)
    coder.code(.firstValue, &firstValue, if: values != 0, after: subscribedAt)
    coder.code(.lastValue, &lastValue, if: values != 0, after: firstValue)
    coder.code(.endTime, &endTime, if: hasEnding, after: subscribedAt)
    let end = hasEnding ? endTime : subscribedAt
    coder.code(.disposalTime, &disposalTime, if: isDisposed, near: end)
    let last = isDisposed ? disposalTime : end
    coder.code(.releaseTime, &releaseTime, if: flags.contains(.released), near: last)
    coder.code(.lateSince, &lateSince, if: isLate, after: subscribedAt)
    coder.code(.lateBecause, &lateBecause)
    coder.code(.role, &role)
    coder.code(.thread, &thread)
    coder.code(.lastThread, &lastThread)
    coder.code(.endThread, &endThread)
    coder.code(.disposalThread, &disposalThread)
    coder.code(.endDelivery, &endDelivery)
    coder.code(.disposalDelivery, &disposalDelivery)
    coder.code(.site, &site)
    coder.code(.downstream, &downstream)
    coder.code(.firstUpstream, &firstUpstream)
    coder.code(.lastUpstream, &lastUpstream)
    coder.code(.epoch, &epoch)
    coder.code(.acts, &acts)
    coder.code(.rare, &rare)
    coder.code(.signal, &signal, before: id.rawValue)
    coder.code(.reason, &reason)
  }
}

extension LifeRow: PackableRow {
  /// Neighbours, of which each field can be read by itself.
  struct Packed: PackedRows {
    private let columns: PackedColumns

    init(_ rows: ContiguousArray<LifeRow>, first: Int, using words: inout [UInt64]) {
      columns = .packing(
        rows, columns: LifeColumn.count, firstOfFew: LifeColumn.firstOfFew, using: &words
      ) { row, place, words in
        let number = UInt64(truncatingIfNeeded: first + place)
        var writer = RowWriter<LifeColumn>(words: words, stride: rows.count, row: number)
        var row = row
        row.code(&writer)
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

    func row(_ place: Int, number: UInt64) -> LifeRow {
      var reader = RowReader<LifeColumn>(columns: columns, place: place, row: number)
      var row = LifeRow(id: .noID, thread: ThreadID(rawValue: 0), time: 0)
      row.code(&reader)
      return row
    }

    @inline(__always)
    func fields(_ place: Int, number: UInt64) -> PackedRow {
      PackedRow(columns: columns, place: place, number: number)
    }
  }
}
