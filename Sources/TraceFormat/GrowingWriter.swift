/// Writes records into memory that grows. The owner deallocates it.
struct GrowingWriter: FieldWriter {
  var encoder: RecordEncoder
  var counts = RecordCounts()
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
  private var names = Names()
  /// The names of records from kind 64 up.
  private var extendedNames = Names()
  /// The site that the record has defined, if it has traits.
  private var newSite: (number: Int, traits: SiteTraits)?

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
    if case .next(let id, let event, let cause, nil) = event {
      return encoder.next(id.rawValue, event: event.rawValue, cause: cause?.rawValue ?? 0, ticks: ticks)
    }
    let kind = event.kind
    counts.note(kind)
    if kind.carriesLength {
      extended(kind, ticks) { event.passed(through: &$0) }
    } else {
      encoder.begin(kind, ticks: ticks)
      event.passed(through: &self)
      writeTraits(ticks)
    }
  }

  /// The traits of a new site follow the record that has defined it, where it has any.
  private mutating func writeTraits(_ ticks: UInt64) {
    guard let site = newSite else { return }
    newSite = nil
    extended(.siteTraits, ticks) {
      $0.encoder.varint(UInt64(site.number))
      $0.encoder.varint(UInt64(site.traits.rawValue))
    }
  }

  mutating func encode(_ fields: (inout RecordEncoder) -> Void) { fields(&encoder) }

  mutating func text(_ label: String, _ text: String) -> String {
    put(text: text)
    return text
  }

  mutating func text(_ label: String, ifAny text: String?) -> String? {
    if let text {
      withBytes(of: text) { $0.encoder.put(optionalText: $1) }
    } else {
      encoder.put(optionalText: nil)
    }
    return text
  }

  mutating func name(_ name: String) -> String {
    put(name: name)
    return name
  }

  mutating func site(_ site: Site) -> Site {
    if let number = put(site: site), !site.traits.isEmpty { newSite = (number, site.traits) }
    return site
  }

  mutating func ownSite(_ site: Site) -> Site {
    swap(&names, &extendedNames)
    defer { swap(&names, &extendedNames) }
    _ = put(site: site)
    return site
  }

  mutating func ownSite(ifAny site: Site?) -> Site? {
    encoder.varint(site == nil ? 0 : 1)
    return site.map { ownSite($0) }
  }

  private mutating func put(text: String) {
    withBytes(of: text) { $0.encoder.put(text: $1) }
  }

  private mutating func put(name: String) {
    let next = names.strings.count
    let number = names.strings[name, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return }
    names.strings[name] = next
    put(text: name)
  }

  /// Returns the site's number if it is defined here.
  private mutating func put(site: Site) -> Int? {
    let next = names.sites.count
    let number = names.sites[site, default: next]
    encoder.varint(UInt64(number))
    guard number == next else { return nil }
    names.sites[site] = next
    put(name: site.operatorName)
    put(name: site.file)
    reserve(2 * RecordEncoder.maximumFixedSize)
    encoder.varint(UInt64(site.line))
    return next
  }

  private mutating func extended(
    _ kind: RecordKind, _ ticks: UInt64, _ fields: (inout GrowingWriter) -> Void
  ) {
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
