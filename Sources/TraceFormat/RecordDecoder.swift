/// Reads the records of one chunk, or of one staging area, one after the other. Its input is untrusted:
/// nothing outside the bytes is read, and the first record that makes no sense ends it.
struct RecordDecoder {
  /// Bytes that must be readable behind the records, so that numbers can be read in one load.
  static let padding = 16

  var cursor: UnsafeRawPointer
  private(set) var end: UnsafeRawPointer
  private let thread: ThreadID
  /// How many records are still to be read, of those that the chunk says it holds.
  private(set) var remaining: UInt32
  /// The library that recorded did not say what its sites are.
  private let lacksTraits: Bool
  /// Knows the source line of a site that is an address. Nil: such sites are given as they are.
  private let addresses: (any AddressResolver)?

  /// The time of the record read last, and the delta state of the chunk.
  private(set) var ticks: UInt64
  private var subscription: UInt64 = 0
  private var event: UInt64
  private var cause: UInt64 = 0
  var names = Names()
  /// The names of records from kind 64 up.
  var extendedNames = Names()
  /// The record read last has no meaning for this version, though its fields make sense.
  var isUnknown = false
  private var skippedBox: SkippedBox?

  /// Made when it is needed: the recorder, which has no use for it, must not allocate here.
  private final class SkippedBox { var content = Skipped() }

  struct Names {
    var strings: [String] = []
    var sites: [Site] = []
  }

  /// A past moment that the record read last refers to, in ticks.
  private(set) var earlierTicks: UInt64 = 0

  init(
    _ bytes: UnsafeRawBufferPointer, thread: ThreadID, openedTicks: UInt64, count: UInt32 = .max,
    lacksTraits: Bool = false, addresses: (any AddressResolver)? = nil
  ) {
    // A chunk has at least its padding, so the address is never nil.
    cursor = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    end = cursor + bytes.count
    self.thread = thread
    ticks = openedTicks
    remaining = count
    self.lacksTraits = lacksTraits
    self.addresses = addresses
    event = UInt64(thread.rawValue) << 40
  }

  /// True once a record made no sense: what lies behind it is not read.
  var isMalformed: Bool { cursor > end }

  /// The next record's event, or nil at the end or at the first byte that makes no sense. Times inside the
  /// event (`since`) are not filled in: they are `earlierTicks`.
  mutating func next() -> TraceEvent? {
    while remaining > 0, cursor < end {
      let tag = cursor.load(as: UInt8.self)
      cursor += 1
      ticks &+= varint()
      let event = tag & 1 == 1 ? shortNext(tag) : long(tag >> 1)
      guard cursor <= end else { return nil }
      if let event {
        remaining &-= 1
        return event
      }
      guard tag >= 128 else {
        cursor = end + 1
        return nil
      }
      if tag >> 1 != RecordKind.siteTraits.rawValue { skip(tag >> 1) }
    }
    return nil
  }

  /// Records without a meaning for this version.
  var skipped: Skipped { skippedBox?.content ?? Skipped() }

  private mutating func skip(_ change: (inout Skipped) -> Void) {
    let box = skippedBox ?? SkippedBox()
    skippedBox = box
    change(&box.content)
  }

  /// Counts a record that has no meaning for this version.
  private mutating func skip(_ kind: UInt8) {
    remaining &-= 1
    skip { $0.records[kind, default: 0] += 1 }
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

  /// The kinds that there are many of are read by hand, the others by the table.
  private mutating func long(_ number: UInt8) -> TraceEvent? {
    let kind = RecordKind(rawValue: number)
    guard number < 64 else { return extended(kind) }
    guard let kind else { return nil }
    switch kind {
    case .subscribed, .aliveBefore: return birth(kind)
    case .next, .error, .completed, .disposed: return signal(kind)
    case .released: return readSubscription().map { .released($0) }
    case .scheduled, .workBegan, .workEnded, .workCancelled: return work(kind)
    default: return read(kind)
    }
  }

  private mutating func birth(_ kind: RecordKind) -> TraceEvent? {
    guard let id = readSubscription() else { return nil }
    let downstream = SubscriptionID(relative(to: subscription))
    guard let role = UInt32(exactly: varint()).map(Role.init(rawValue:)) else { return nil }
    let known = names.sites.count
    guard var site = readSite() else { return nil }
    if role.kind == nil { skip { $0.roles[UInt8(truncatingIfNeeded: role.rawValue), default: 0] += 1 } }
    if kind == .aliveBefore { readAge() }
    // The traits of a new site stand right behind the record that defines it.
    if names.sites.count > known, cursor < end, cursor.load(as: UInt8.self) == Self.siteTraitsTag {
      cursor += 1
      ticks &+= varint()
      _ = extended(.siteTraits)
      site = names.sites[known]
    }
    if kind == .subscribed { return .subscribed(id, downstream: downstream, role: role, site: site) }
    return .aliveBefore(id, downstream: downstream, role: role, site: site, since: 0)
  }

  private static let siteTraitsTag = RecordKind.siteTraits.rawValue << 1

  private mutating func signal(_ kind: RecordKind) -> TraceEvent? {
    guard let id = readSubscription(), let event = readEvent() else { return nil }
    let cause = readCause()
    switch kind {
    case .next: return .next(id, event: event, cause: EventID(cause), value: readText(length: varint()))
    case .error: return .error(id, event: event, cause: EventID(cause), description: readOptionalText())
    case .completed: return .completed(id, event: event, cause: EventID(cause))
    default: return .disposed(id, event: event, cause: EventID(cause), reason: readReason())
    }
  }

  private mutating func work(_ kind: RecordKind) -> TraceEvent? {
    let work = varint()
    let scheduler = varint()
    switch kind {
    case .scheduled:
      let cause = EventID(nearEvent())
      let delay = varint()
      guard let name = readString() else { return nil }
      return .scheduled(work: work, scheduler: scheduler, cause: cause, delay: delay, name: name)
    case .workBegan: return readString().map { .workBegan(work: work, scheduler: scheduler, name: $0) }
    case .workEnded: return readString().map { .workEnded(work: work, scheduler: scheduler, name: $0) }
    default: return readString().map { .workCancelled(work: work, scheduler: scheduler, name: $0) }
    }
  }

  /// A subscription, or a source, that is close to the subscription read last, and is not kept; 0 for none.
  mutating func nearSubscription() -> UInt64 { relative(to: subscription) }

  /// An event that is close to the one read last, and is not kept; 0 for none.
  mutating func nearEvent() -> UInt64 { relative(to: event) }

  /// The cause of the event read last; 0 for none.
  mutating func readCause() -> UInt64 {
    let cause = relative(to: event)
    if cause != 0 { self.cause = cause }
    return cause
  }

  mutating func readReason() -> DisposalReason {
    let number = varint()
    if let reason = UInt8(exactly: number).flatMap(DisposalReason.init(rawValue:)) { return reason }
    skip { $0.reasons[number, default: 0] += 1 }
    return .unknown
  }

  mutating func readAge() { earlierTicks = ticks &- varint() }

  mutating func readSubscription() -> SubscriptionID? {
    subscription &+= unzigzag(varint())
    return SubscriptionID(subscription)
  }

  mutating func readEvent() -> EventID? {
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
  mutating func small() -> UInt8 { UInt8(exactly: varint()) ?? 255 }

  /// The operator, file and line of a site: a number seen before in this chunk, or the next one and its
  /// definition.
  mutating func readSite() -> Site? {
    let number = varint()
    if number < UInt64(names.sites.count) { return names.sites[Int(number)] }
    guard number == UInt64(names.sites.count), let name = readString(), let file = readString(),
      let line = UInt32(exactly: varint()), cursor <= end
    else { return nil }
    let traits = lacksTraits ? SiteTraits(operatorName: name) : []
    var site = Site(operatorName: name, file: file, line: line, traits: traits)
    if let addresses, site.isAddress { site = addresses.resolved(site) }
    names.sites.append(site)
    return site
  }

  /// Adds what one of the chunk's sites is.
  mutating func readTraits() {
    let (number, bits) = (varint(), varint())
    guard cursor <= end, number < UInt64(names.sites.count) else { return }
    let traits = SiteTraits(rawValue: UInt32(truncatingIfNeeded: bits))
    names.sites[Int(number)].traits = traits
    let unknown = traits.subtracting(.known)
    if !unknown.isEmpty { skip { $0.traits.formUnion(unknown) } }
  }

  mutating func readString() -> String? {
    let number = varint()
    if number < UInt64(names.strings.count) { return names.strings[Int(number)] }
    guard number == UInt64(names.strings.count), cursor <= end else { return nil }
    let string = readText(length: varint())
    guard cursor <= end else { return nil }
    names.strings.append(string)
    return string
  }

  mutating func readOptionalText() -> String? {
    let length = varint()
    return length == 0 ? nil : readText(length: length - 1)
  }

  mutating func readText(length: UInt64) -> String {
    guard cursor <= end, length <= UInt64(end - cursor) else {
      cursor = end + 1
      return ""
    }
    defer { cursor += Int(length) }
    return String(decoding: UnsafeRawBufferPointer(start: cursor, count: Int(length)), as: UTF8.self)
  }

  /// Gives `body` the fields of a record that carries their length, and goes on behind them, whether or not
  /// they make sense.
  mutating func withExtent(_ body: (inout Self) -> TraceEvent?) -> TraceEvent? {
    let length = varint()
    guard cursor <= end, length <= UInt64(end - cursor) else {
      cursor = end + 1
      return nil
    }
    let (next, last) = (cursor + Int(length), end)
    end = next
    let event = body(&self)
    let isWhole = cursor <= end
    (cursor, end) = (next, last)
    return isWhole ? event : nil
  }

  /// Zero, and the cursor behind the end for good, when the number does not lie in the chunk.
  @inline(__always)
  mutating func varint() -> UInt64 {
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
