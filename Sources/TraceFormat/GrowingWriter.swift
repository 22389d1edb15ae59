/// Writes records into memory that grows. The owner deallocates it.
struct GrowingWriter: RecordWriter {
  var encoder: RecordEncoder
  var counts = RecordCounts()
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
  private var names = Names()
  /// The names of records from kind 64 up.
  private var extendedNames = Names()

  private struct Names {
    var strings: [String: Int] = [:]
    var sites: [Site: Int] = [:]
  }

  init(_ thread: ThreadID) {
    encoder = RecordEncoder(at: room.baseAddress!, thread: thread.rawValue, ticks: 0)
  }

  func deallocate() { room.deallocate() }

  var size: Int { encoder.cursor - room.baseAddress! }
  var bytes: [UInt8] { Array(room[..<size]) }

  /// Begins a chunk, which defines nothing yet.
  mutating func begin(_ thread: ThreadID, ticks: UInt64) {
    encoder = RecordEncoder(at: room.baseAddress!, thread: thread.rawValue, ticks: ticks)
    names = Names()
    extendedNames = Names()
    counts = RecordCounts()
  }

  mutating func write(_ event: TraceEvent, ticks: UInt64) {
    reserve(RecordEncoder.maximumFixedSize)
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      subscribed(
        ticks, id.rawValue, downstream: downstream?.rawValue ?? 0, role: role.rawValue, at: site,
        traits: site.traits.rawValue)
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      aliveBefore(
        ticks, id.rawValue, downstream: downstream?.rawValue ?? 0, role: role.rawValue, at: site,
        traits: site.traits.rawValue, since: since)
    case .named(let id, let owner, let label):
      named(ticks, id.rawValue, owner: owner?.rawValue ?? 0, label: label)
    case .next(let id, let event, let cause, nil):
      encoder.next(id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, ticks: ticks)
    case .next(let id, let event, let cause, let value?):
      nextValue(ticks, id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, value: value)
    case .error(let id, let event, let cause, let description):
      error(
        ticks, id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, description: description)
    case .completed(let id, let event, let cause):
      completed(ticks, id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0)
    case .disposed(let id, let event, let cause, let reason):
      disposed(
        ticks, id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, reason: reason.rawValue)
    case .released(let id): released(ticks, id.rawValue)
    case .handleReleased(let id): handleReleased(ticks, id.rawValue)
    case .dropped(let id, let kind): dropped(ticks, id.rawValue, kind: kind.rawValue)
    case .overlap(let id, let other): overlap(ticks, id.rawValue, other: other.rawValue)
    case .joined(let id, let connection): joined(ticks, id.rawValue, connection: connection)
    case .waiting(let id, let input, let count): waiting(ticks, id.rawValue, input: input, count: count)
    case .counted(let id, let values): counted(ticks, id.rawValue, values: values)
    case .begun(let id, let event): begun(ticks, id.rawValue, within: event.rawValue)
    case .joinedSource(let id, let source): joinedSource(ticks, id.rawValue, source: source)
    case .subscribedAgain(let id, let first): subscribedAgain(ticks, id.rawValue, first: first.rawValue)
    case .mark(let event, let text): mark(ticks, event: event.rawValue, text: text)
    case .connected(let connection, let source, let subscribers):
      connected(
        ticks, connection: connection, source: source?.rawValue ?? 0, subscribers: subscribers)
    case .disconnected(let connection, let source, let subscribers):
      disconnected(
        ticks, connection: connection, source: source?.rawValue ?? 0, subscribers: subscribers)
    case .childAdded(let owner, let child, let total):
      childAdded(ticks, owner: owner.rawValue, child: child, total: total)
    case .childRemoved(let owner, let child, let total):
      childRemoved(ticks, owner: owner.rawValue, child: child, total: total)
    case .ownerDisposed(let owner, let children):
      ownerDisposed(ticks, owner: owner.rawValue, children: children)
    case .owner(let owner, let kind, let type, let site):
      self.owner(ticks, owner.rawValue, kind: kind.rawValue, type: type, at: site)
    case .ownerReleased(let owner): ownerReleased(ticks, owner: owner.rawValue)
    case .called(let call, let id, let site): called(ticks, call.rawValue, id: id, at: site)
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      scheduled(
        ticks, work: work, scheduler: scheduler, cause: cause?.rawValue ?? 0, delay: delay, name: name)
    case .workBegan(let work, let scheduler, let name):
      self.work(.workBegan, ticks, work: work, scheduler: scheduler, name: name)
    case .workEnded(let work, let scheduler, let name):
      self.work(.workEnded, ticks, work: work, scheduler: scheduler, name: name)
    case .workCancelled(let work, let scheduler, let name):
      self.work(.workCancelled, ticks, work: work, scheduler: scheduler, name: name)
    case .lost(let count, let since): lost(ticks, count: count, since: since)
    }
  }

  mutating func noteOther() { counts.noteOther() }
  mutating func noteTelling() { counts.noteTelling() }
  mutating func encode(_ fields: (inout RecordEncoder) -> Void) { fields(&encoder) }

  mutating func put(text: String) {
    withBytes(of: text) { $0.encoder.put(text: $1) }
  }

  mutating func put(optionalText text: String?) {
    guard let text else { return encoder.put(optionalText: nil) }
    withBytes(of: text) { $0.encoder.put(optionalText: $1) }
  }

  mutating func put(name: String) {
    let next = names.strings.count
    let number = names.strings[name, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return }
    names.strings[name] = next
    put(text: name)
  }

  mutating func put(place site: Site) -> UInt32? {
    let next = names.sites.count
    let number = names.sites[site, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return nil }
    names.sites[site] = next
    put(name: site.operatorName)
    put(name: site.file)
    reserve(2 * RecordEncoder.maximumFixedSize)
    encoder.varint(UInt64(site.line))
    return UInt32(truncatingIfNeeded: next)
  }

  mutating func put(extendedPlace site: Site) {
    swap(&names, &extendedNames)
    defer { swap(&names, &extendedNames) }
    _ = put(place: site)
  }

  mutating func extended(_ kind: RecordKind, _ ticks: UInt64, _ fields: (inout GrowingWriter) -> Void) {
    let offset = encoder.begin(extended: kind, ticks: ticks, lengthSize: 4) - room.baseAddress!
    fields(&self)
    encoder.end(room.baseAddress! + offset, lengthSize: 4)
  }

  private mutating func withBytes(
    of text: String, _ body: (inout GrowingWriter, UnsafeRawBufferPointer) -> Void
  ) {
    var text = text
    text.withUTF8 { utf8 in
      var count = min(utf8.count, RecordingWriter.longestText)
      while count < utf8.count, count > 0, utf8[count] & 0xc0 == 0x80 { count -= 1 }
      reserve(count + 2 * RecordEncoder.maximumFixedSize)
      body(&self, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<count]))
    }
  }

  private mutating func reserve(_ count: Int) {
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
