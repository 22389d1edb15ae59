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

/// Writes into a stream. Whoever writes has seen to it that there is room.
///
/// By its address: the compiler makes no code of its own for what cannot be copied, and a record would take twice the time.
struct StagingWriter: RecordWriter {
  let stream: UnsafeMutablePointer<StreamStaging>

  @inline(__always)
  mutating func noteOther() { stream.pointee.counts.noteOther() }

  @inline(__always)
  mutating func noteTelling() { stream.pointee.counts.noteTelling() }

  @inline(__always)
  mutating func encode(_ fields: (inout RecordEncoder) -> Void) { fields(&stream.pointee.encoder) }

  @inline(__always)
  mutating func put(text: CutText) { encode { text.put(&$0, extra: 0) } }

  @inline(__always)
  mutating func put(optionalText text: CutText?) {
    encode { if let text { text.put(&$0, extra: 1) } else { $0.varint(0) } }
  }

  @inline(__always)
  mutating func put(name: UnsafePointer<CChar>) {
    stream.pointee.names.put(name: name, &stream.pointee.encoder)
  }

  @inline(__always)
  mutating func put(place: StaticPlace) -> UInt32? {
    stream.pointee.names.put(place: place, &stream.pointee.encoder)
  }

  @inline(__always)
  mutating func put(extendedPlace place: StaticPlace) {
    _ = stream.pointee.extendedNames.put(place: place, &stream.pointee.encoder)
  }

  @inline(__always)
  mutating func extended(_ kind: RecordKind, _ ticks: UInt64, _ fields: (inout StagingWriter) -> Void) {
    // Names and a type's name take more than one byte can count.
    let lengthSize = kind == .owner || kind == .called ? 2 : 1
    let start = stream.pointee.encoder.begin(extended: kind, ticks: ticks, lengthSize: lengthSize)
    fields(&self)
    stream.pointee.encoder.end(start, lengthSize: lengthSize)
  }
}
