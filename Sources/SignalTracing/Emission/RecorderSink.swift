import CSignalProbes
import Synchronization
import TraceFormat

/// Writes an event into the recording. `RecordWriter` says what a record holds; this sink decides where it goes, among the
/// values or among the lives, and how much room its texts may take.
enum RecorderSink {
  /// Whether somebody records events of this kind.
  @inline(__always)
  static func wants(_ emission: Emission) -> Bool {
    switch emission {
    case .next: rx_records_next()
    case .error, .completed, .dropped, .overlap: rx_records_terminal()
    case .subscribed, .named, .disposed, .released, .handleReleased, .joined, .begun, .joinedSource,
      .subscribedAgain, .waiting, .mark, .connected, .disconnected:
      rx_records_lifecycle()
    case .owner, .ownerReleased, .called, .childAdded, .childRemoved, .ownerDisposed: rx_records_owners()
    case .scheduled, .workBegan, .workEnded, .workCancelled: rx_records_scheduling()
    }
  }

  /// Identifiers and events are never 0.
  @inline(__always)
  static func take(_ emission: Emission, _ thread: Emission.Thread, _ text: () -> String?) {
    switch emission {
    case .next(let it, let numbers):
      if CurrentRecording.keepsValues {
        value(it, numbers, thread, text() ?? "")
      } else {
        next(it, numbers, thread)
      }
    case .subscribed(let it): subscribed(it, thread)
    case .named(let it, let owner): named(it, owner: owner, thread, text())
    case .error(let it, let numbers): error(it, numbers, thread, text() ?? "")
    case .completed(let it, let numbers): completed(it, numbers, thread)
    case .disposed(let it, let numbers, let reason): disposed(it, numbers, reason, thread)
    case .released(let it): released(it, thread)
    case .mark(let numbers): mark(numbers, thread, text() ?? "")
    case .owner(let owner, let kind, let site): self.owner(owner, kind, site, thread, text())
    case .scheduled(let it, let cause, let delay): scheduled(it, cause: cause, delay: delay, thread)
    case .workBegan(let it): work(.workBegan, it, thread)
    case .workEnded(let it): work(.workEnded, it, thread)
    case .workCancelled(let it): work(.workCancelled, it, thread)
    case .dropped(let it, let kind):
      short(thread, .values) { $0.dropped($1, it.pointee.identifier, kind: kind.rawValue) }
    case .overlap(let it, let other):
      short(thread, .values) { $0.overlap($1, it.pointee.identifier, other: other) }
    case .called(let call, let id, let site):
      short(thread, room: NameCache.roomForSite) {
        $0.called($1, call.rawValue, id: id, at: StaticPlace(site))
      }
    case .handleReleased(let it): short(thread) { $0.handleReleased($1, it.pointee.identifier) }
    case .joined(let it, let connection):
      short(thread) { $0.joined($1, it.pointee.identifier, connection: connection) }
    case .begun(let it, let event): short(thread) { $0.begun($1, it.pointee.identifier, within: event) }
    case .joinedSource(let it, let source):
      short(thread) { $0.joinedSource($1, it.pointee.identifier, source: source) }
    case .subscribedAgain(let it, let first):
      short(thread) { $0.subscribedAgain($1, it.pointee.identifier, first: first) }
    case .waiting(let it, let input, let count):
      short(thread) { $0.waiting($1, it.pointee.identifier, input: input, count: count) }
    case .connected(let connection, let source, let subscribers):
      short(thread) { $0.connected($1, connection: connection, source: source, subscribers: subscribers) }
    case .disconnected(let connection, let source, let subscribers):
      short(thread) { $0.disconnected($1, connection: connection, source: source, subscribers: subscribers) }
    case .ownerReleased(let owner): short(thread) { $0.ownerReleased($1, owner: owner) }
    case .childAdded(let owner, let child, let total):
      short(thread) { $0.childAdded($1, owner: owner, child: child, total: total) }
    case .childRemoved(let owner, let child, let total):
      short(thread) { $0.childRemoved($1, owner: owner, child: child, total: total) }
    case .ownerDisposed(let owner, let children):
      short(thread) { $0.ownerDisposed($1, owner: owner, children: children) }
    }
  }

  @inline(__always)
  private static func next(_ it: Emission.Slot, _ numbers: Emission.Numbers, _ thread: Emission.Thread) {
    let subscription = it.pointee.identifier
    Recorder.record(thread, .values) { stream, ticks in
      stream.encoder.next(subscription, event: numbers.event, cause: numbers.cause, ticks: ticks)
    }
  }

  private static func value(
    _ it: Emission.Slot, _ numbers: Emission.Numbers, _ thread: Emission.Thread, _ text: String
  ) {
    withRedactedBytes(of: text, longest: CurrentRecording.valueLimit.load(ordering: .relaxed)) { text in
      Recorder.record(thread, .values, room: text.count) { stream, ticks in
        stream.nextValue(
          ticks, it.pointee.identifier, event: numbers.event, cause: numbers.cause, value: text)
      }
    }
  }

  private static func subscribed(_ it: Emission.Slot, _ thread: Emission.Thread) {
    Recorder.record(thread, .lifecycle, room: NameCache.roomForSite, mayStart: true) { stream, ticks in
      stream.subscribed(
        ticks, it.pointee.identifier, downstream: it.pointee.downstream, role: it.pointee.role,
        at: StaticPlace(it), traits: rx_subscription_traits(it))
    }
  }

  private static func named(
    _ it: Emission.Slot, owner: UInt64, _ thread: Emission.Thread, _ label: String?
  ) {
    withRedactedBytes(ofOptional: label, longest: Recorder.longestText) { label in
      Recorder.record(thread, .lifecycle, room: label?.count ?? 0) { stream, ticks in
        stream.named(ticks, it.pointee.identifier, owner: owner, label: label)
      }
    }
  }

  private static func error(
    _ it: Emission.Slot, _ numbers: Emission.Numbers, _ thread: Emission.Thread, _ description: String
  ) {
    withRedactedBytes(of: description, longest: Recorder.longestText) { text in
      Recorder.record(thread, .lifecycle, room: text.count) { stream, ticks in
        stream.error(
          ticks, it.pointee.identifier, event: numbers.event, cause: numbers.cause, description: text)
      }
    }
  }

  private static func completed(
    _ it: Emission.Slot, _ numbers: Emission.Numbers, _ thread: Emission.Thread
  ) {
    Recorder.record(thread, .lifecycle) { stream, ticks in
      stream.completed(ticks, it.pointee.identifier, event: numbers.event, cause: numbers.cause)
    }
  }

  private static func disposed(
    _ it: Emission.Slot, _ numbers: Emission.Numbers, _ reason: DisposalReason, _ thread: Emission.Thread
  ) {
    Recorder.record(thread, .lifecycle) { stream, ticks in
      stream.disposed(
        ticks, it.pointee.identifier, event: numbers.event, cause: numbers.cause, reason: reason.rawValue)
    }
  }

  private static func released(_ it: Emission.Slot, _ thread: Emission.Thread) {
    Recorder.record(thread, .lifecycle) { stream, ticks in stream.released(ticks, it.pointee.identifier) }
  }

  private static func mark(_ numbers: Emission.Numbers, _ thread: Emission.Thread, _ text: String) {
    withRedactedBytes(of: text, longest: Recorder.longestText) { text in
      Recorder.record(thread, .lifecycle, room: text.count) { stream, ticks in
        stream.mark(ticks, event: numbers.event, text: text)
      }
    }
  }

  private static func owner(
    _ owner: UInt64, _ kind: OwnerKind, _ site: CallSite, _ thread: Emission.Thread, _ type: String?
  ) {
    withBytes(ofOptional: type, longest: NameCache.longestName) { type in
      Recorder.record(thread, .lifecycle, room: NameCache.roomForSite + (type?.count ?? 0)) { stream, ticks in
        stream.owner(ticks, owner, kind: kind.rawValue, type: type, at: StaticPlace(site))
      }
    }
  }

  private static func scheduled(
    _ it: Emission.Work, cause: UInt64, delay: UInt64, _ thread: Emission.Thread
  ) {
    Recorder.record(thread, .values, room: NameCache.roomForName) { stream, ticks in
      stream.scheduled(
        ticks, work: it.work, scheduler: it.scheduler, cause: cause, delay: delay, name: it.cName)
    }
  }

  private static func work(_ kind: RecordKind, _ it: Emission.Work, _ thread: Emission.Thread) {
    Recorder.record(thread, .values, room: NameCache.roomForName) { stream, ticks in
      stream.work(kind, ticks, work: it.work, scheduler: it.scheduler, name: it.cName)
    }
  }

  /// Rare events share one piece of code.
  @inline(never)
  private static func short(
    _ thread: Emission.Thread, _ stream: Recorder.Stream = .lifecycle, room: Int = 0,
    _ write: (inout StreamStaging, UInt64) -> Void
  ) {
    Recorder.record(thread, stream, room: room, write)
  }
}
