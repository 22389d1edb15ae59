import CSignalProbes
import TraceFormat

/// A call site by its static strings.
struct StaticPlace {
  let name: UnsafePointer<CChar>
  let file: UnsafePointer<CChar>
  let lineWord: UInt32

  @inline(__always)
  init(_ slot: UnsafePointer<rx_subscription>) {
    name = slot.pointee.operator_name
    file = slot.pointee.file
    lineWord = slot.pointee.line_word
  }

  @inline(__always)
  init(_ slot: UnsafeMutablePointer<rx_subscription>) { self.init(UnsafePointer(slot)) }

  init(_ site: CallSite) {
    name = UnsafeRawPointer(site.operatorName).assumingMemoryBound(to: CChar.self)
    file = UnsafeRawPointer(site.file).assumingMemoryBound(to: CChar.self)
    lineWord = site.lineWord
  }
}

/// Writes records into the staging. The caller has made sure that there is room.
///
/// An event that is made of numbers alone is written by the table of records. Other events are written here,
/// field after field, in the order of the table: the recorder knows names by the addresses of static strings,
/// and cuts texts.
extension StreamStaging {
  /// An event without texts, names and sites.
  mutating func put(_ event: TraceEvent, _ ticks: UInt64) {
    counts.note(event.kind)
    encoder.put(event, ticks: ticks)
  }

  @inline(__always)
  mutating func subscribed(
    _ ticks: UInt64, _ subscription: UInt64, downstream: UInt64, role: UInt32, at place: StaticPlace,
    traits: UInt32
  ) {
    plain(.subscribed, ticks, subscription)
    encoder.put(downstream: downstream)
    encoder.varint(UInt64(role))
    if let defined = names.put(place: place, &encoder) { siteTraits(ticks, defined, traits) }
  }

  /// A subscription that lives when the recording begins.
  mutating func aliveBefore(_ ticks: UInt64, _ it: UnsafePointer<rx_subscription>) {
    counts.noteTelling()
    plain(.aliveBefore, ticks, it.pointee.identifier)
    encoder.put(downstream: it.pointee.downstream)
    encoder.varint(UInt64(it.pointee.role))
    let defined = names.put(place: StaticPlace(it), &encoder)
    encoder.varint(ticks - min(it.pointee.started, ticks))
    if let defined { siteTraits(ticks, defined, rx_subscription_traits(it)) }
  }

  /// Follows the record that defined the site, if the site has traits.
  @inline(__always)
  private mutating func siteTraits(_ ticks: UInt64, _ site: UInt32, _ traits: UInt32) {
    guard traits != 0 else { return }
    let start = encoder.begin(extended: .siteTraits, ticks: ticks)
    encoder.varint(UInt64(site))
    encoder.varint(UInt64(traits))
    encoder.end(start)
  }

  @inline(__always)
  mutating func named(_ ticks: UInt64, _ subscription: UInt64, owner: UInt64, label: CutText?) {
    counts.noteOther()
    plain(.named, ticks, subscription)
    encoder.varint(owner)
    put(optionalText: label)
  }

  /// A value with a description. A value without one is written by `RecordEncoder.next`.
  @inline(__always)
  mutating func next(_ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, value: CutText) {
    caused(.next, ticks, subscription, event, cause)
    value.put(&encoder, extra: 0)
  }

  @inline(__always)
  mutating func error(
    _ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, description: CutText?
  ) {
    caused(.error, ticks, subscription, event, cause)
    put(optionalText: description)
  }

  @inline(__always)
  mutating func completed(_ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64) {
    caused(.completed, ticks, subscription, event, cause)
  }

  @inline(__always)
  mutating func disposed(
    _ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, reason: UInt8
  ) {
    caused(.disposed, ticks, subscription, event, cause)
    encoder.varint(UInt64(reason))
  }

  @inline(__always)
  mutating func released(_ ticks: UInt64, _ subscription: UInt64) {
    counts.noteOther()
    plain(.released, ticks, subscription)
  }

  @inline(__always)
  mutating func mark(_ ticks: UInt64, event: UInt64, text: CutText) {
    counts.noteTelling()
    encoder.begin(.mark, ticks: ticks)
    encoder.put(event: event)
    text.put(&encoder, extra: 0)
  }

  /// Names and a type's name take more than one byte can count.
  private static let lengthSize = 2

  @inline(__always)
  mutating func owner(_ ticks: UInt64, _ owner: UInt64, kind: UInt8, type: CutText?, at place: StaticPlace) {
    counts.noteOther()
    let start = encoder.begin(extended: .owner, ticks: ticks, lengthSize: Self.lengthSize)
    encoder.varint(owner)
    encoder.varint(UInt64(kind))
    put(optionalText: type)
    encoder.varint(1)
    _ = extendedNames.put(place: place, &encoder)
    encoder.end(start, lengthSize: Self.lengthSize)
  }

  @inline(__always)
  mutating func called(_ ticks: UInt64, _ call: UInt8, id: UInt64, at place: StaticPlace) {
    counts.noteOther()
    let start = encoder.begin(extended: .called, ticks: ticks, lengthSize: Self.lengthSize)
    encoder.varint(UInt64(call))
    encoder.varint(id)
    _ = extendedNames.put(place: place, &encoder)
    encoder.end(start, lengthSize: Self.lengthSize)
  }

  @inline(__always)
  mutating func scheduled(
    _ ticks: UInt64, work: UInt64, scheduler: UInt64, cause: UInt64, delay: UInt64,
    name: UnsafePointer<CChar>
  ) {
    counts.noteOther()
    encoder.begin(.scheduled, ticks: ticks)
    encoder.varint(work)
    encoder.varint(scheduler)
    encoder.put(nearEvent: cause)
    encoder.varint(delay)
    names.put(name: name, &encoder)
  }

  /// Work that began, ended or was cancelled.
  @inline(__always)
  mutating func work(
    _ kind: RecordKind, _ ticks: UInt64, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>
  ) {
    counts.noteOther()
    encoder.begin(kind, ticks: ticks)
    encoder.varint(work)
    encoder.varint(scheduler)
    names.put(name: name, &encoder)
  }

  @inline(__always)
  private mutating func plain(_ kind: RecordKind, _ ticks: UInt64, _ subscription: UInt64) {
    encoder.begin(kind, ticks: ticks)
    encoder.put(subscription: subscription)
  }

  @inline(__always)
  private mutating func caused(
    _ kind: RecordKind, _ ticks: UInt64, _ subscription: UInt64, _ event: UInt64, _ cause: UInt64
  ) {
    plain(kind, ticks, subscription)
    encoder.put(event: event)
    encoder.put(cause: cause)
  }

  @inline(__always)
  private mutating func put(optionalText text: CutText?) {
    if let text { text.put(&encoder, extra: 1) } else { encoder.varint(0) }
  }
}
