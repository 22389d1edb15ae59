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

/// Writes into the staging. The caller has made sure that there is room.
extension StreamStaging: RecordWriter {
  @inline(__always)
  mutating func noteOther() { counts.noteOther() }

  @inline(__always)
  mutating func noteTelling() { counts.noteTelling() }

  @inline(__always)
  mutating func encode(_ fields: (inout RecordEncoder) -> Void) { fields(&encoder) }

  @inline(__always)
  mutating func put(text: CutText) { text.put(&encoder, extra: 0) }

  @inline(__always)
  mutating func put(optionalText text: CutText?) {
    if let text { text.put(&encoder, extra: 1) } else { encoder.varint(0) }
  }

  @inline(__always)
  mutating func put(name: UnsafePointer<CChar>) { names.put(name: name, &encoder) }

  @inline(__always)
  mutating func put(place: StaticPlace) -> UInt32? { names.put(place: place, &encoder) }

  @inline(__always)
  mutating func put(extendedPlace place: StaticPlace) { _ = extendedNames.put(place: place, &encoder) }

  @inline(__always)
  mutating func extended(_ kind: RecordKind, _ ticks: UInt64, _ fields: (inout StreamStaging) -> Void) {
    // Names and a type's name take more than one byte can count.
    let lengthSize = kind == .owner || kind == .called ? 2 : 1
    let start = encoder.begin(extended: kind, ticks: ticks, lengthSize: lengthSize)
    fields(&self)
    encoder.end(start, lengthSize: lengthSize)
  }
}
