import CSignalProbes
import TraceFormat

// Kinds from 64 up: they carry their length, and have names of their own.
extension Recorder {
  static func joined(_ t: Thread, _ s: Slot, connection: UInt64) {
    record(t, .lifecycle) { stream, ticks in
      let fields = stream.encoder.begin(extended: .joined, ticks: ticks)
      stream.encoder.put(nearSubscription: s.pointee.identifier)
      stream.encoder.varint(connection)
      stream.encoder.end(fields)
    }
  }

  static func waiting(_ t: Thread, _ s: Slot, input: UInt32, count: UInt64) {
    record(t, .lifecycle) { stream, ticks in
      let fields = stream.encoder.begin(extended: .waiting, ticks: ticks)
      stream.encoder.put(nearSubscription: s.pointee.identifier)
      stream.encoder.varint(UInt64(input))
      stream.encoder.varint(count)
      stream.encoder.end(fields)
    }
  }

  static func owner(_ t: Thread, owner: UInt64, kind: UInt8, type: String?, _ site: CallSite) {
    guard let type else { return self.owner(t, owner, kind, nil, site) }
    withBytes(of: type, longest: NameCache.longestName) { self.owner(t, owner, kind, $0, site) }
  }

  private static func owner(_ t: Thread, _ owner: UInt64, _ kind: UInt8, _ type: CutText?, _ site: CallSite) {
    record(t, .lifecycle, room: NameCache.roomForSite + (type?.count ?? 0)) { stream, ticks in
      let fields = stream.encoder.begin(extended: .owner, ticks: ticks, lengthSize: 2)
      stream.encoder.varint(owner)
      stream.encoder.varint(UInt64(kind))
      if let type { type.put(&stream.encoder, extra: 1) } else { stream.encoder.varint(0) }
      stream.encoder.varint(1)
      put(site, &stream)
      stream.encoder.end(fields, lengthSize: 2)
    }
  }

  static func ownerReleased(_ t: Thread, owner: UInt64) {
    record(t, .lifecycle) { stream, ticks in
      let fields = stream.encoder.begin(extended: .ownerReleased, ticks: ticks)
      stream.encoder.varint(owner)
      stream.encoder.end(fields)
    }
  }

  static func called(_ t: Thread, _ call: UInt8, _ id: UInt64, _ site: CallSite) {
    record(t, .lifecycle, room: NameCache.roomForSite) { stream, ticks in
      let fields = stream.encoder.begin(extended: .called, ticks: ticks, lengthSize: 2)
      stream.encoder.varint(UInt64(call))
      stream.encoder.varint(id)
      put(site, &stream)
      stream.encoder.end(fields, lengthSize: 2)
    }
  }

  private static func put(_ site: CallSite, _ stream: inout StreamStaging) {
    let text = { UnsafeRawPointer($0 as UnsafePointer<UInt8>).assumingMemoryBound(to: CChar.self) }
    stream.extendedNames.put(
      name: text(site.operatorName), file: text(site.file), lineWord: site.lineWord, &stream.encoder)
  }
}
