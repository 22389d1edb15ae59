/// Collects one thread's records until they are a chunk.
final class ChunkBuilder {
  let thread: ThreadID
  private(set) var lastTime: UInt64?
  private var header = ChunkHeader()
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
  private var encoder: RecordEncoder
  private var names = Names()
  /// Those of records from kind 64 up.
  private var extendedNames = Names()

  private struct Names {
    var strings: [String: Int] = [:]
    var sites: [Site: Int] = [:]
  }

  init(_ thread: ThreadID) {
    self.thread = thread
    encoder = RecordEncoder(at: room.baseAddress!, thread: thread.rawValue, ticks: 0)
    header.thread = thread.rawValue
    header.kind = ChunkKind.lifecycle.rawValue
  }

  deinit { room.deallocate() }

  var size: Int { encoder.cursor - room.baseAddress! }

  /// The chunk's head and payload, and an empty chunk begun; nil when there are no records.
  func take() -> (ChunkHeader, [UInt8])? {
    guard header.count > 0 else { return nil }
    header.closedTicks = header.lastTicks
    header.closedMonotonic = header.lastTicks
    defer {
      header.sequence &+= 1
      header.before += UInt64(header.count)
      header.count = 0
      lastTime = nil
      names = Names()
      extendedNames = Names()
    }
    return (header, Array(room[..<size]))
  }

  func append(_ record: TraceRecord) {
    if header.count == 0 {
      header.firstTicks = record.time
      header.openedTicks = record.time
      header.openedMonotonic = record.time
      encoder = RecordEncoder(at: room.baseAddress!, thread: thread.rawValue, ticks: record.time)
    }
    header.count += 1
    header.lastTicks = record.time
    lastTime = record.time
    reserve(RecordEncoder.maximumFixedSize)
    encode(record.event, ticks: record.time)
  }

  private func encode(_ event: TraceEvent, ticks: UInt64) {
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      birth(.subscribed, ticks, id, downstream, role, site)
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      birth(.aliveBefore, ticks, id, downstream, role, site, age: ticks &- since)
    case .named(let id, let owner, let label):
      encoder.begin(.named, ticks: ticks)
      encoder.put(subscription: id.rawValue)
      encoder.varint(owner?.rawValue ?? 0)
      put(optionalText: label)
    case .next(let id, let event, let cause, nil):
      encoder.next(id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, ticks: ticks)
    case .next(let id, let event, let cause, let value?):
      signal(.nextValue, ticks, id, event, cause)
      put(text: value)
    case .error(let id, let event, let cause, let description):
      signal(.error, ticks, id, event, cause)
      put(optionalText: description)
    case .completed(let id, let event, let cause): signal(.completed, ticks, id, event, cause)
    case .disposed(let id, let event, let cause, let reason):
      signal(.disposed, ticks, id, event, cause)
      encoder.varint(UInt64(reason.rawValue))
    case .released(let id): plain(.released, ticks, id)
    case .handleReleased(let id): plain(.handleReleased, ticks, id)
    case .dropped(let id, let kind):
      plain(.dropped, ticks, id)
      encoder.varint(UInt64(kind.rawValue))
    case .overlap(let id, let other):
      plain(.overlap, ticks, id)
      encoder.varint(UInt64(other.rawValue))
    case .mark(let event, let text):
      encoder.begin(.mark, ticks: ticks)
      encoder.put(event: event.rawValue)
      put(text: text)
    case .connected(let connection, let source, let subscribers):
      numbers(.connected, ticks, connection, source?.rawValue ?? 0, subscribers)
    case .disconnected(let connection, let source, let subscribers):
      numbers(.disconnected, ticks, connection, source?.rawValue ?? 0, subscribers)
    case .childAdded(let owner, let child, let total):
      numbers(.childAdded, ticks, owner.rawValue, child, total)
    case .childRemoved(let owner, let child, let total):
      numbers(.childRemoved, ticks, owner.rawValue, child, total)
    case .ownerDisposed(let owner, let children): numbers(.ownerDisposed, ticks, owner.rawValue, children)
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      numbers(.scheduled, ticks, work, scheduler)
      encoder.put(schedulingCause: cause?.rawValue ?? 0)
      encoder.varint(delay)
      put(string: name)
    case .workBegan(let work, let scheduler, let name):
      numbers(.workBegan, ticks, work, scheduler)
      put(string: name)
    case .workEnded(let work, let scheduler, let name):
      numbers(.workEnded, ticks, work, scheduler)
      put(string: name)
    case .workCancelled(let work, let scheduler, let name):
      numbers(.workCancelled, ticks, work, scheduler)
      put(string: name)
    case .lost(let count, let since): numbers(.lost, ticks, count, ticks &- since)
    case .owner, .ownerReleased, .joined, .called, .waiting, .counted: encodeExtended(event, ticks: ticks)
    }
  }

  private func encodeExtended(_ event: TraceEvent, ticks: UInt64) {
    switch event {
    case .owner(let owner, let kind, let type, let site):
      extended(.owner, ticks) {
        encoder.varint(owner.rawValue)
        encoder.varint(UInt64(kind.rawValue))
        put(optionalText: type)
        encoder.varint(site == nil ? 0 : 1)
        if let site { putExtended(site) }
      }
    case .ownerReleased(let owner): extended(.ownerReleased, ticks) { encoder.varint(owner.rawValue) }
    case .joined(let id, let connection):
      extended(.joined, ticks) {
        encoder.put(nearSubscription: id.rawValue)
        encoder.varint(connection)
      }
    case .called(let call, let id, let site):
      extended(.called, ticks) {
        encoder.varint(UInt64(call.rawValue))
        encoder.varint(id)
        putExtended(site)
      }
    case .waiting(let id, let input, let count):
      extended(.waiting, ticks) {
        encoder.put(nearSubscription: id.rawValue)
        encoder.varint(UInt64(input))
        encoder.varint(count)
      }
    case .counted(let id, let values):
      extended(.counted, ticks) {
        encoder.put(nearSubscription: id.rawValue)
        encoder.varint(values)
      }
    default: preconditionFailure("not of an extended kind")
    }
  }

  private func extended(_ kind: RecordKind, _ ticks: UInt64, fields: () -> Void) {
    let offset = encoder.begin(extended: kind, ticks: ticks, lengthSize: 4) - room.baseAddress!
    fields()
    encoder.end(room.baseAddress! + offset, lengthSize: 4)
  }

  private func putExtended(_ site: Site) {
    swap(&names, &extendedNames)
    defer { swap(&names, &extendedNames) }
    _ = put(site: site)
  }

  private func plain(_ kind: RecordKind, _ ticks: UInt64, _ id: SubscriptionID) {
    encoder.begin(kind, ticks: ticks)
    encoder.put(subscription: id.rawValue)
  }

  private func signal(
    _ kind: RecordKind, _ ticks: UInt64, _ id: SubscriptionID, _ event: EventID, _ cause: EventID?
  ) {
    plain(kind, ticks, id)
    encoder.put(event: event.rawValue)
    encoder.put(cause: cause?.rawValue ?? 0)
  }

  private func numbers(_ kind: RecordKind, _ ticks: UInt64, _ numbers: UInt64...) {
    encoder.begin(kind, ticks: ticks)
    for number in numbers { encoder.varint(number) }
  }

  private func birth(
    _ kind: RecordKind, _ ticks: UInt64, _ id: SubscriptionID, _ downstream: SubscriptionID?, _ role: Role,
    _ site: Site, age: UInt64? = nil
  ) {
    plain(kind, ticks, id)
    encoder.put(downstream: downstream?.rawValue ?? 0)
    encoder.varint(UInt64(role.rawValue))
    let defined = put(site: site)
    if let age { encoder.varint(age) }
    guard let defined, !site.traits.isEmpty else { return }
    extended(.siteTraits, ticks) {
      encoder.varint(UInt64(defined))
      encoder.varint(UInt64(site.traits.rawValue))
    }
  }

  /// The site's number, if this is where it is defined.
  private func put(site: Site) -> Int? {
    let next = names.sites.count
    let number = names.sites[site, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return nil }
    names.sites[site] = next
    put(string: site.operatorName)
    put(string: site.file)
    reserve(2 * RecordEncoder.maximumFixedSize)
    encoder.varint(UInt64(site.line))
    return next
  }

  private func put(string: String) {
    let next = names.strings.count
    let number = names.strings[string, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return }
    names.strings[string] = next
    put(text: string)
  }

  private func put(text: String) {
    withBytes(of: text) { encoder.put(text: $0) }
  }

  private func put(optionalText text: String?) {
    guard let text else { return encoder.put(optionalText: nil) }
    withBytes(of: text) { encoder.put(optionalText: $0) }
  }

  private func withBytes(of text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    var text = text
    text.withUTF8 { utf8 in
      var count = min(utf8.count, RecordingWriter.longestText)
      while count < utf8.count, count > 0, utf8[count] & 0xc0 == 0x80 { count -= 1 }
      reserve(count + 2 * RecordEncoder.maximumFixedSize)
      body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<count]))
    }
  }

  private func reserve(_ count: Int) {
    guard size + count > room.count else { return }
    let used = size
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(2 * room.count, used + count), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<used]))
    room.deallocate()
    room = larger
    encoder.cursor = larger.baseAddress! + used
  }
}
