import CSignalProbes
import Synchronization
import Glibc
import TraceFormat

// The seam calls these only while somebody records that kind of event. Identifiers and events are never 0.
extension Recorder {
  static func subscribed(_ t: Thread, _ s: Slot) {
    record(t, .lifecycle, room: NameCache.roomForSite, mayStart: true) { stream, ticks in
      stream.encoder.begin(.subscribed, ticks: ticks)
      stream.encoder.put(subscription: s.pointee.identifier)
      stream.encoder.put(downstream: s.pointee.downstream)
      stream.encoder.varint(UInt64(s.pointee.role))
      let defined = stream.names.put(site: s, &stream.encoder)
      let traits = rx_subscription_traits(s)
      guard let defined, traits != 0 else { return }
      let fields = stream.encoder.begin(extended: .siteTraits, ticks: ticks)
      stream.encoder.varint(UInt64(defined))
      stream.encoder.varint(UInt64(traits))
      stream.encoder.end(fields)
    }
  }

  static func named(_ t: Thread, _ s: Slot, owner: UInt64, label: String?) {
    guard let label else { return named(t, s, owner: owner, text: nil) }
    withBytes(of: label, longest: longestText) { named(t, s, owner: owner, text: $0) }
  }

  private static func named(_ t: Thread, _ s: Slot, owner: UInt64, text: CutText?) {
    record(t, .lifecycle, room: text?.count ?? 0) { stream, ticks in
      stream.encoder.begin(.named, ticks: ticks)
      stream.encoder.put(subscription: s.pointee.identifier)
      stream.encoder.varint(owner)
      if let text { text.put(&stream.encoder, extra: 1) } else { stream.encoder.varint(0) }
    }
  }

  static func next(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64) {
    let subscription = s.pointee.identifier
    record(t, .values) { stream, ticks in
      stream.encoder.next(subscription, event: event, cause: cause, ticks: ticks)
    }
  }

  static func nextValue(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, value: String) {
    withBytes(of: value, longest: valueLimit.load(ordering: .relaxed)) { text in
      record(t, .values, room: text.count) { stream, ticks in
        begin(&stream, .nextValue, s, event, cause, ticks)
        text.put(&stream.encoder, extra: 0)
      }
    }
  }

  static func error(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, description: String) {
    withBytes(of: description, longest: longestText) { text in
      record(t, .lifecycle, room: text.count) { stream, ticks in
        begin(&stream, .error, s, event, cause, ticks)
        text.put(&stream.encoder, extra: 1)
      }
    }
  }

  static func completed(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64) {
    record(t, .lifecycle) { stream, ticks in begin(&stream, .completed, s, event, cause, ticks) }
  }

  static func disposed(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, reason: UInt32) {
    record(t, .lifecycle) { stream, ticks in
      begin(&stream, .disposed, s, event, cause, ticks)
      stream.encoder.varint(UInt64(reason))
    }
  }

  static func released(_ t: Thread, _ s: Slot) { plain(t, .lifecycle, .released, s) }

  static func handleReleased(_ t: Thread, _ s: Slot) { plain(t, .lifecycle, .handleReleased, s) }

  static func dropped(_ t: Thread, _ s: Slot, kind: UInt32) { plain(t, .values, .dropped, s, UInt64(kind)) }

  static func overlap(_ t: Thread, _ s: Slot, other: UInt32) { plain(t, .values, .overlap, s, UInt64(other)) }

  static func connected(_ t: Thread, connection: UInt64, source: UInt64, subscribers: UInt64) {
    numbers(t, .connected, connection, source, subscribers)
  }

  static func disconnected(_ t: Thread, connection: UInt64, source: UInt64, subscribers: UInt64) {
    numbers(t, .disconnected, connection, source, subscribers)
  }

  static func mark(_ t: Thread, event: UInt64, text: String) {
    withBytes(of: text, longest: longestText) { text in
      record(t, .lifecycle, room: text.count) { stream, ticks in
        stream.encoder.begin(.mark, ticks: ticks)
        stream.encoder.put(event: event)
        text.put(&stream.encoder, extra: 0)
      }
    }
  }

  static func childAdded(_ t: Thread, owner: UInt64, child: UInt64, total: UInt64) {
    numbers(t, .childAdded, owner, child, total)
  }

  static func childRemoved(_ t: Thread, owner: UInt64, child: UInt64, total: UInt64) {
    numbers(t, .childRemoved, owner, child, total)
  }

  static func ownerDisposed(_ t: Thread, owner: UInt64, children: UInt64) {
    record(t, .lifecycle) { stream, ticks in
      stream.encoder.begin(.ownerDisposed, ticks: ticks)
      stream.encoder.varint(owner)
      stream.encoder.varint(children)
    }
  }

  static func scheduled(
    _ t: Thread, work: UInt64, scheduler: UInt64, cause: UInt64, delay: UInt64, name: UnsafePointer<CChar>
  ) {
    record(t, .values, room: NameCache.roomForName) { stream, ticks in
      stream.encoder.begin(.scheduled, ticks: ticks)
      stream.encoder.varint(work)
      stream.encoder.varint(scheduler)
      stream.encoder.put(schedulingCause: cause)
      stream.encoder.varint(delay)
      stream.names.put(name: name, &stream.encoder)
    }
  }

  static func began(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {
    self.work(t, .workBegan, work, scheduler, name)
  }

  static func ended(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {
    self.work(t, .workEnded, work, scheduler, name)
  }

  static func cancelled(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {
    self.work(t, .workCancelled, work, scheduler, name)
  }

  static func threadEnded(_ t: Thread) { RecorderRegistry.threadEnded(t) }

  static func startFromEnvironmentOnce(_ t: Thread) { RecorderRegistry.startFromEnvironmentOnce(t) }
}

extension Recorder {
  @inline(__always)
  private static func begin(
    _ stream: inout StreamStaging, _ kind: RecordKind, _ s: Slot, _ event: UInt64, _ cause: UInt64,
    _ ticks: UInt64
  ) {
    stream.encoder.begin(kind, ticks: ticks)
    stream.encoder.put(subscription: s.pointee.identifier)
    stream.encoder.put(event: event)
    stream.encoder.put(cause: cause)
  }

  private static func plain(_ t: Thread, _ to: Stream, _ kind: RecordKind, _ s: Slot, _ number: UInt64? = nil)
  {
    record(t, to) { stream, ticks in
      stream.encoder.begin(kind, ticks: ticks)
      stream.encoder.put(subscription: s.pointee.identifier)
      if let number { stream.encoder.varint(number) }
    }
  }

  private static func numbers(
    _ t: Thread, _ kind: RecordKind, _ first: UInt64, _ second: UInt64, _ third: UInt64
  ) {
    record(t, .lifecycle) { stream, ticks in
      stream.encoder.begin(kind, ticks: ticks)
      stream.encoder.varint(first)
      stream.encoder.varint(second)
      stream.encoder.varint(third)
    }
  }

  private static func work(
    _ t: Thread, _ kind: RecordKind, _ work: UInt64, _ scheduler: UInt64, _ name: UnsafePointer<CChar>
  ) {
    record(t, .values, room: NameCache.roomForName) { stream, ticks in
      stream.encoder.begin(kind, ticks: ticks)
      stream.encoder.varint(work)
      stream.encoder.varint(scheduler)
      stream.names.put(name: name, &stream.encoder)
    }
  }
}
