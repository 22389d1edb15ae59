internal import TraceFormat

/// One of the packed rows, to be read a field at a time: by its column, where its word says all of it, or by
/// a property, where it takes several columns.
struct PackedRow {
  let columns: PackedColumns
  let place: Int
  let number: UInt64

  /// The word of a column as it is stored.
  @inline(__always)
  func stored(_ column: LifeColumn) -> UInt64 { columns[column.rawValue, place] }

  @inline(__always)
  subscript<Field: ColumnField>(column: LifeColumn) -> Field {
    Field(stored: stored(column), inRow: number)
  }

  @inline(__always) private var flags: Life.Flags { self[.flags] }
  @inline(__always) private var values: UInt64 { self[.values] }
  @inline(__always) var subscribedAt: UInt64 { self[.subscribedAt] }

  var firstValueAt: UInt64? { values == 0 ? nil : subscribedAt &+ stored(.firstValue) }
  var lastValueAt: UInt64? {
    values == 0 ? nil : subscribedAt &+ stored(.firstValue) &+ stored(.lastValue)
  }
  var releasedAt: UInt64? {
    let flags = flags
    guard flags.contains(.released) else { return nil }
    let last =
      flags.contains(.disposed) ? disposalTime(flags) : flags.hasEnding ? endTime : subscribedAt
    return last &+ Folded.difference(stored(.releaseTime))
  }
  var end: EndFields {
    EndFields(time: flags.hasEnding ? endTime : 0, thread: self[.endThread], delivery: self[.endDelivery])
  }
  var disposal: EndFields {
    let flags = flags
    return EndFields(
      time: flags.contains(.disposed) ? disposalTime(flags) : 0, thread: self[.disposalThread],
      delivery: self[.disposalDelivery])
  }

  @inline(__always) private var endTime: UInt64 { subscribedAt &+ stored(.endTime) }

  @inline(__always)
  private func disposalTime(_ flags: Life.Flags) -> UInt64 {
    (flags.hasEnding ? endTime : subscribedAt) &+ Folded.difference(stored(.disposalTime))
  }

  @inline(__always) var endedAt: UInt64? {
    let flags = flags
    return switch (flags.hasEnding, flags.contains(.disposed)) {
    case (true, true): min(endTime, disposalTime(flags))
    case (true, false): endTime
    case (false, true): disposalTime(flags)
    case (false, false): nil
    }
  }

  var signal: UInt64 {
    let (code, id): (UInt64, SubscriptionID) = (stored(.signal), self[.id])
    return code == 0 ? 0 : id.rawValue &- Folded.difference(code &- 1)
  }
}
