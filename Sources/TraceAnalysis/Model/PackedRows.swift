internal import TraceFormat

/// What is stored of a packed row. Numbers of lives are stored relative to its own, times relative to its beginning: so most
/// are small, or alike in neighbours.
enum LifeColumn: Int, CaseIterable {
  case id, subscribedAt, values, firstValue, lastValue, endTime, disposalTime, releaseTime, lateSince
  case lateBecause, role, thread, lastThread, endThread, disposalThread, endDelivery, disposalDelivery, site
  case downstream, firstUpstream, lastUpstream, epoch, acts, rare, flags, reason
  case hotSource

  static let count = allCases.count
}

/// Neighbouring rows in a fourth of the room, to be read field by field.
///
/// Each column has the least of its numbers once, and of each number what it is more, in as many bytes as the largest
/// needs: none where all are alike.
final class PackedRows: @unchecked Sendable {
  private struct Column {
    var least: UInt64
    var offset: UInt32
    /// Of a number, in bytes, from 0 to 8.
    var width: UInt32
  }

  // Written by `init` alone, so that many may read it at once.
  private let memory: UnsafeMutableRawPointer
  let byteCount: Int

  /// Packs rows, the first of which has the number `first`. `words` is room to do it in.
  init(_ rows: ContiguousArray<LifeRow>, first: Int, using words: inout [UInt64]) {
    let count = rows.count
    let room = LifeColumn.count * count
    if words.count < room { words = [UInt64](repeating: 0, count: room) }
    (memory, byteCount) = words.withUnsafeMutableBufferPointer { words in
      guard let start = words.baseAddress else { return (.allocate(byteCount: 1, alignment: 8), 1) }
      for (place, row) in rows.enumerated() {
        row.spread(UInt64(truncatingIfNeeded: first + place), into: start + place, stride: count)
      }
      return Self.pack(start, count)
    }
  }

  deinit { memory.deallocate() }

  private static func pack(_ words: UnsafeMutablePointer<UInt64>, _ count: Int) -> (
    UnsafeMutableRawPointer, Int
  ) {
    var columns: [Column] = []
    columns.reserveCapacity(LifeColumn.count)
    var size = LifeColumn.count * MemoryLayout<Column>.stride
    for column in 0..<LifeColumn.count {
      let words = words + column * count
      var (least, most) = (UInt64.max, UInt64(0))
      for place in 0..<count {
        least = min(least, words[place])
        most = max(most, words[place])
      }
      let width = UInt32(truncatingIfNeeded: (64 &- (most &- least).leadingZeroBitCount &+ 7) / 8)
      columns.append(Column(least: least, offset: UInt32(truncatingIfNeeded: size), width: width))
      size += Int(width) * count
    }
    // A number is written and read as eight bytes, of which those behind it are the next ones'.
    size += MemoryLayout<UInt64>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    for (number, column) in columns.enumerated() {
      memory.storeBytes(of: column, toByteOffset: number * MemoryLayout<Column>.stride, as: Column.self)
    }
    for (number, column) in columns.enumerated() where column.width > 0 {
      let words = words + number * count
      var target = memory + Int(column.offset)
      for place in 0..<count {
        target.storeBytes(of: (words[place] &- column.least).littleEndian, as: UInt64.self)
        target += Int(column.width)
      }
    }
    return (memory, size)
  }

  @inline(__always)
  subscript(column: LifeColumn, place: Int) -> UInt64 {
    let head = memory.load(
      fromByteOffset: column.rawValue * MemoryLayout<Column>.stride, as: Column.self)
    guard head.width > 0 else { return head.least }
    let word = (memory + Int(head.offset) + place &* Int(head.width)).loadUnaligned(as: UInt64.self)
    return head.least &+ UInt64(littleEndian: word) & UInt64.max &>> UInt64(64 &- head.width &* 8)
  }
}

/// One of the rows of ``PackedRows``: the fields of ``LifeRow`` by the same names.
struct PackedRow {
  let rows: PackedRows
  let place: Int
  let number: UInt64

  @inline(__always)
  private func word(_ column: LifeColumn) -> UInt64 { rows[column, place] }

  @inline(__always)
  private func small(_ column: LifeColumn) -> UInt32 { UInt32(truncatingIfNeeded: rows[column, place]) }

  /// The number of a life; 0 for none.
  @inline(__always)
  private func life(_ column: LifeColumn) -> UInt32 {
    let code = word(column)
    guard code != 0 else { return 0 }
    let folded = code &- 1
    return UInt32(truncatingIfNeeded: number &+ (folded >> 1 ^ (0 &- (folded & 1))))
  }

  @inline(__always)
  private func time(_ column: LifeColumn, if isThere: Bool) -> UInt64 {
    isThere ? subscribedAt &+ word(column) : 0
  }

  @inline(__always) var flags: Life.Flags {
    Life.Flags(rawValue: UInt16(truncatingIfNeeded: word(.flags)))
  }
  @inline(__always) var role: Role { Role(rawValue: small(.role)) }
  @inline(__always) var downstream: UInt32 { life(.downstream) }
  @inline(__always) var site: UInt32 { small(.site) }
  @inline(__always) var rare: UInt32 { small(.rare) }
  @inline(__always) var values: UInt64 { word(.values) }
  @inline(__always) var subscribedAt: UInt64 { word(.subscribedAt) }
  @inline(__always) var thread: ThreadID { ThreadID(rawValue: small(.thread)) }
  var id: SubscriptionID { SubscriptionID(word(.id) &+ number) ?? Self.noID }
  var lastThread: ThreadID { ThreadID(rawValue: small(.lastThread)) }
  var firstValueAt: UInt64? { values == 0 ? nil : subscribedAt &+ word(.firstValue) }
  var lastValueAt: UInt64? { values == 0 ? nil : subscribedAt &+ word(.lastValue) }
  var releasedAt: UInt64? { flags.contains(.released) ? subscribedAt &+ word(.releaseTime) : nil }
  var end: EndFields {
    EndFields(
      time: time(.endTime, if: flags.hasEnding), thread: ThreadID(rawValue: small(.endThread)),
      delivery: Delivery(word: small(.endDelivery)))
  }
  var disposal: EndFields {
    EndFields(
      time: time(.disposalTime, if: flags.contains(.disposed)),
      thread: ThreadID(rawValue: small(.disposalThread)), delivery: Delivery(word: small(.disposalDelivery)))
  }
  var epoch: UInt32 { small(.epoch) }
  var acts: UInt32 { small(.acts) }
  var reason: DisposalReason {
    DisposalReason(rawValue: UInt8(truncatingIfNeeded: word(.reason))) ?? .unknown
  }

  @inline(__always) var endedAt: UInt64? {
    let flags = flags
    return switch (flags.hasEnding, flags.contains(.disposed)) {
    case (true, true): min(subscribedAt &+ word(.endTime), subscribedAt &+ word(.disposalTime))
    case (true, false): subscribedAt &+ word(.endTime)
    case (false, true): subscribedAt &+ word(.disposalTime)
    case (false, false): nil
    }
  }

  var hotSource: UInt64 {
    let code = word(.hotSource)
    return code == 0 ? 0 : id.rawValue &- unzigzag(code &- 1)
  }

  /// All of it.
  var row: LifeRow {
    var row = LifeRow(id: id, thread: thread, time: subscribedAt)
    let flags = flags
    row.flags = flags
    row.values = values
    row.firstValue = time(.firstValue, if: values != 0)
    row.lastValue = time(.lastValue, if: values != 0)
    row.endTime = time(.endTime, if: flags.hasEnding)
    row.disposalTime = time(.disposalTime, if: flags.contains(.disposed))
    row.releaseTime = time(.releaseTime, if: flags.contains(.released))
    row.lateSince = time(.lateSince, if: flags.contains(.late))
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
    row.reason = reason
    row.hotSource = hotSource
    return row
  }

  private static let noID = SubscriptionID(.max)!
}

extension LifeRow {
  /// Writes its words, `stride` apart, as ``PackedRow`` reads them.
  fileprivate func spread(_ number: UInt64, into words: UnsafeMutablePointer<UInt64>, stride: Int) {
    @inline(__always)
    func set(_ column: LifeColumn, _ word: UInt64) { words[column.rawValue &* stride] = word }
    @inline(__always)
    func set(_ column: LifeColumn, life other: UInt32) {
      let difference = Int64(bitPattern: UInt64(other) &- number)
      set(column, other == 0 ? 0 : UInt64(bitPattern: difference << 1 ^ difference >> 63) &+ 1)
    }
    @inline(__always)
    func set(_ column: LifeColumn, time: UInt64, if isThere: Bool) {
      set(column, isThere ? time &- subscribedAt : 0)
    }
    set(.id, id.rawValue &- number)
    set(.subscribedAt, subscribedAt)
    set(.values, values)
    set(.firstValue, time: firstValue, if: values != 0)
    set(.lastValue, time: lastValue, if: values != 0)
    set(.endTime, time: endTime, if: hasEnding)
    set(.disposalTime, time: disposalTime, if: isDisposed)
    set(.releaseTime, time: releaseTime, if: flags.contains(.released))
    set(.lateSince, time: lateSince, if: isLate)
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
    set(.flags, UInt64(flags.rawValue))
    set(.reason, UInt64(reason.rawValue))
    set(.hotSource, hotSource == 0 ? 0 : zigzag(id.rawValue &- hotSource) &+ 1)
  }
}
