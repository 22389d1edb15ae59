/// Reads the records of one chunk, or of one staging area, one after the other. What it reads is untrusted:
/// nothing outside the bytes is read, and the first record that makes no sense ends it.
struct RecordDecoder {
  /// Bytes that must be readable behind the records, so that numbers can be read in one load.
  static let padding = 16

  private var cursor: UnsafeRawPointer
  private let end: UnsafeRawPointer
  private let thread: ThreadID

  /// The time of the record read last, and the delta state of the chunk.
  private(set) var ticks: UInt64
  private var subscription: UInt64 = 0
  private var event: UInt64
  private var cause: UInt64 = 0
  private var strings: [String] = []
  private var sites: [Site] = []

  /// A past moment that the record read last refers to, in ticks.
  private(set) var earlierTicks: UInt64 = 0

  init(_ bytes: UnsafeRawBufferPointer, thread: ThreadID, openedTicks: UInt64) {
    // A chunk has at least its padding, so the address is never nil.
    cursor = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    end = cursor + bytes.count
    self.thread = thread
    ticks = openedTicks
    event = UInt64(thread.rawValue) << 40
  }

  /// True once a record made no sense: what lies behind it is not read.
  var isMalformed: Bool { cursor > end }

  /// The next record's event, or nil at the end or at the first byte that makes no sense. Times inside the
  /// event (`since`) are not filled in: they are `earlierTicks`.
  mutating func next() -> TraceEvent? {
    while cursor < end {
      let tag = cursor.load(as: UInt8.self)
      cursor += 1
      ticks &+= varint()
      let event = tag & 1 == 1 ? shortNext(tag) : long(tag >> 1)
      guard cursor <= end else { return nil }
      if let event { return event }
      guard tag >= 128 else {
        cursor = end + 1
        return nil
      }
    }
    return nil
  }

  /// Reads only the time of the next record.
  mutating func skipToTime() {
    cursor += 1
    ticks &+= varint()
  }

  @inline(__always)
  private mutating func shortNext(_ tag: UInt8) -> TraceEvent? {
    event &+= 1
    if tag & 2 != 0 { event &+= unzigzag(varint()) }
    var cause: UInt64 = 0
    switch tag >> 2 & 3 {
    case 0: break
    case 1: cause = event &- 1
    case 2: cause = self.cause
    default: cause = relative(to: event)
    }
    if cause != 0 { self.cause = cause }
    let step = UInt64(tag >> 4)
    subscription &+= unzigzag(step < 15 ? step : varint())
    guard let id = SubscriptionID(subscription), let event = EventID(event) else { return nil }
    return .next(id, event: event, cause: EventID(cause), value: nil)
  }

  private mutating func long(_ number: UInt8) -> TraceEvent? {
    guard let kind = RecordKind(rawValue: number) else {
      if number >= 64 { skip() }
      return nil
    }
    switch kind {
    case .subscribed, .aliveBefore: return birth(kind)
    case .named:
      guard let id = readSubscription() else { return nil }
      return .named(id, owner: OwnerID(varint()), label: readOptionalText())
    case .nextValue, .error, .completed, .disposed: return signal(kind)
    case .released: return readSubscription().map { .released($0) }
    case .handleReleased: return readSubscription().map { .handleReleased($0) }
    case .dropped:
      guard let id = readSubscription(), let kind = EventKind(rawValue: small()) else { return nil }
      return .dropped(id, kind)
    case .overlap:
      guard let id = readSubscription(), let other = UInt32(exactly: varint()) else { return nil }
      return .overlap(id, other: ThreadID(rawValue: other))
    case .connected:
      return .connected(connection: varint(), source: SubscriptionID(varint()), subscribers: varint())
    case .disconnected:
      return .disconnected(connection: varint(), source: SubscriptionID(varint()), subscribers: varint())
    case .mark:
      guard let event = readEvent() else { return nil }
      return .mark(event, text: readText(length: varint()))
    case .childAdded: return OwnerID(varint()).map { .childAdded($0, child: varint(), total: varint()) }
    case .childRemoved: return OwnerID(varint()).map { .childRemoved($0, child: varint(), total: varint()) }
    case .ownerDisposed: return OwnerID(varint()).map { .ownerDisposed($0, children: varint()) }
    case .scheduled, .workBegan, .workEnded, .workCancelled: return work(kind)
    case .lost:
      let count = varint()
      earlierTicks = ticks &- varint()
      return .lost(count: count, since: 0)
    }
  }

  private mutating func birth(_ kind: RecordKind) -> TraceEvent? {
    guard let id = readSubscription() else { return nil }
    let downstream = SubscriptionID(relative(to: subscription))
    guard let role = UInt32(exactly: varint()), let site = readSite() else { return nil }
    if kind == .subscribed {
      return .subscribed(id, downstream: downstream, role: Role(rawValue: role), site: site)
    }
    earlierTicks = ticks &- varint()
    return .aliveBefore(id, downstream: downstream, role: Role(rawValue: role), site: site, since: 0)
  }

  private mutating func signal(_ kind: RecordKind) -> TraceEvent? {
    guard let id = readSubscription(), let event = readEvent() else { return nil }
    let cause = relative(to: event.rawValue)
    if cause != 0 { self.cause = cause }
    switch kind {
    case .nextValue: return .next(id, event: event, cause: EventID(cause), value: readText(length: varint()))
    case .error: return .error(id, event: event, cause: EventID(cause), description: readOptionalText())
    case .completed: return .completed(id, event: event, cause: EventID(cause))
    default:
      let reason = DisposalReason(rawValue: small()) ?? .unknown
      return .disposed(id, event: event, cause: EventID(cause), reason: reason)
    }
  }

  private mutating func work(_ kind: RecordKind) -> TraceEvent? {
    let work = varint()
    let scheduler = varint()
    switch kind {
    case .scheduled:
      let cause = EventID(relative(to: event))
      let delay = varint()
      guard let name = readString() else { return nil }
      return .scheduled(work: work, scheduler: scheduler, cause: cause, delay: delay, name: name)
    case .workBegan: return readString().map { .workBegan(work: work, scheduler: scheduler, name: $0) }
    case .workEnded: return readString().map { .workEnded(work: work, scheduler: scheduler, name: $0) }
    default: return readString().map { .workCancelled(work: work, scheduler: scheduler, name: $0) }
    }
  }

  private mutating func readSubscription() -> SubscriptionID? {
    subscription &+= unzigzag(varint())
    return SubscriptionID(subscription)
  }

  private mutating func readEvent() -> EventID? {
    event &+= unzigzag(varint()) &+ 1
    return EventID(event)
  }

  private mutating func relative(to other: UInt64) -> UInt64 {
    let code = varint()
    switch code {
    case 0: return 0
    case 1: return varint()
    default: return other &- unzigzag(code &- 2)
    }
  }

  /// A number that fits in a byte; 255 when it does not.
  private mutating func small() -> UInt8 { UInt8(exactly: varint()) ?? 255 }

  /// The operator, file and line of a site: a number seen before in this chunk, or the next one and its
  /// definition.
  private mutating func readSite() -> Site? {
    let number = varint()
    if number < UInt64(sites.count) { return sites[Int(number)] }
    guard number == UInt64(sites.count), let name = readString(), let file = readString(),
      let line = UInt32(exactly: varint()), cursor <= end
    else { return nil }
    let site = Site(operatorName: name, file: file, line: line)
    sites.append(site)
    return site
  }

  private mutating func readString() -> String? {
    let number = varint()
    if number < UInt64(strings.count) { return strings[Int(number)] }
    guard number == UInt64(strings.count), cursor <= end else { return nil }
    let string = readText(length: varint())
    guard cursor <= end else { return nil }
    strings.append(string)
    return string
  }

  private mutating func readOptionalText() -> String? {
    let length = varint()
    return length == 0 ? nil : readText(length: length - 1)
  }

  private mutating func readText(length: UInt64) -> String {
    guard cursor <= end, length <= UInt64(end - cursor) else {
      cursor = end + 1
      return ""
    }
    defer { cursor += Int(length) }
    return String(decoding: UnsafeRawBufferPointer(start: cursor, count: Int(length)), as: UTF8.self)
  }

  private mutating func skip() {
    let length = varint()
    guard cursor <= end, length <= UInt64(end - cursor) else {
      cursor = end + 1
      return
    }
    cursor += Int(length)
  }

  /// Zero, and the cursor behind the end for good, when the number does not lie in the chunk.
  @inline(__always)
  private mutating func varint() -> UInt64 {
    guard cursor < end else {
      cursor = end + 1
      return 0
    }
    let word = UInt64(littleEndian: cursor.loadUnaligned(as: UInt64.self))
    if word & 1 == 1 {
      cursor += 1
      return word >> 1 & 0x7f
    }
    let length = UInt64((word & 0xff | 0x100).trailingZeroBitCount) &+ 1
    guard length <= 8 else {
      let number = UInt64(littleEndian: cursor.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
      cursor += 9
      return number
    }
    cursor += Int(truncatingIfNeeded: length)
    return (word << (64 &- length &* 8)) >> (64 &- length &* 7)
  }
}
