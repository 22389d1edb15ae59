internal import TraceFormat

/// One of the packed rows: the fields of ``LifeRow`` by the same names.
struct PackedRow {
  let columns: PackedColumns
  let place: Int
  let number: UInt64

  /// The word of a column as it is stored.
  @inline(__always)
  func stored(_ column: LifeColumn) -> UInt64 { word(column) }

  @inline(__always)
  private func word(_ column: LifeColumn) -> UInt64 { columns[column.rawValue, place] }

  @inline(__always)
  private func small(_ column: LifeColumn) -> UInt32 { UInt32(truncatingIfNeeded: word(column)) }

  @inline(__always)
  private func life(_ column: LifeColumn) -> LifeLink {
    let code = word(column)
    guard code != 0 else { return .none }
    return LifeLink(word: UInt32(truncatingIfNeeded: number &+ Self.difference(code &- 1)))
  }

  /// Of which the lowest bit is the sign.
  @inline(__always)
  private static func difference(_ folded: UInt64) -> UInt64 { folded >> 1 ^ (0 &- (folded & 1)) }

  @inline(__always) var flags: Life.Flags {
    Life.Flags(rawValue: UInt16(truncatingIfNeeded: word(.flags)))
  }
  @inline(__always) var role: Role { Role(rawValue: small(.role)) }
  @inline(__always) var downstream: LifeLink { life(.downstream) }
  @inline(__always) var site: UInt32 { small(.site) }
  @inline(__always) var rare: UInt32 { small(.rare) }
  @inline(__always) var values: UInt64 { word(.values) }
  @inline(__always) var subscribedAt: UInt64 { word(.subscribedAt) }
  @inline(__always) var thread: ThreadID { ThreadID(rawValue: small(.thread)) }
  var id: SubscriptionID { SubscriptionID(word(.id) &+ number) ?? Self.noID }
  var lastThread: ThreadID { ThreadID(rawValue: small(.lastThread)) }
  var firstValueAt: UInt64? { values == 0 ? nil : subscribedAt &+ word(.firstValue) }
  var lastValueAt: UInt64? { values == 0 ? nil : subscribedAt &+ word(.firstValue) &+ word(.lastValue) }
  var releasedAt: UInt64? { flags.contains(.released) ? releaseTime(flags) : nil }
  var end: EndFields {
    EndFields(
      time: flags.hasEnding ? endTime : 0, thread: ThreadID(rawValue: small(.endThread)),
      delivery: Delivery(word: small(.endDelivery)))
  }
  var disposal: EndFields {
    let flags = flags
    return EndFields(
      time: flags.contains(.disposed) ? disposalTime(flags) : 0,
      thread: ThreadID(rawValue: small(.disposalThread)), delivery: Delivery(word: small(.disposalDelivery)))
  }
  var epoch: UInt32 { small(.epoch) }
  var acts: UInt32 { small(.acts) }
  var reason: DisposalReason {
    DisposalReason(rawValue: UInt8(truncatingIfNeeded: word(.reason))) ?? .unknown
  }

  @inline(__always) private var endTime: UInt64 { subscribedAt &+ word(.endTime) }

  @inline(__always)
  private func disposalTime(_ flags: Life.Flags) -> UInt64 {
    (flags.hasEnding ? endTime : subscribedAt) &+ Self.difference(word(.disposalTime))
  }

  private func releaseTime(_ flags: Life.Flags) -> UInt64 {
    let last =
      flags.contains(.disposed) ? disposalTime(flags) : flags.hasEnding ? endTime : subscribedAt
    return last &+ Self.difference(word(.releaseTime))
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
    let code = word(.signal)
    return code == 0 ? 0 : id.rawValue &- Self.difference(code &- 1)
  }

  /// All of it.
  var row: LifeRow {
    var row = LifeRow(id: id, thread: thread, time: subscribedAt)
    let flags = flags
    row.flags = flags
    row.values = values
    row.firstValue = firstValueAt ?? 0
    row.lastValue = lastValueAt ?? 0
    row.endTime = flags.hasEnding ? endTime : 0
    row.disposalTime = flags.contains(.disposed) ? disposalTime(flags) : 0
    row.releaseTime = flags.contains(.released) ? releaseTime(flags) : 0
    row.lateSince = flags.contains(.late) ? subscribedAt &+ word(.lateSince) : 0
    row.lateBecause = life(.lateBecause)
    row.role = role
    row.lastThread = lastThread
    row.endThread = ThreadID(rawValue: small(.endThread))
    row.disposalThread = ThreadID(rawValue: small(.disposalThread))
    row.endDelivery = Delivery(word: small(.endDelivery))
    row.disposalDelivery = Delivery(word: small(.disposalDelivery))
    row.site = site
    row.downstream = downstream
    row.firstUpstream = life(.firstUpstream)
    row.lastUpstream = life(.lastUpstream)
    row.epoch = epoch
    row.acts = acts
    row.rare = rare
    row.signal = signal
    row.reason = reason
    return row
  }

  private static let noID = SubscriptionID(.max)!
}
