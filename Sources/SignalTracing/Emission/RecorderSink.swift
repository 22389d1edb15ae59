import CSignalProbes
import Synchronization
import TraceFormat

/// Writes an event into the recording. `StreamStaging` says what a record holds; this sink decides where it
/// goes, among the values or among the lives, and how much room its texts may take.
enum RecorderSink {
  /// Whether events of this kind are recorded.
  @inline(__always)
  static func wants(_ emission: Emission) -> Bool {
    switch emission {
    case .next: rx_records_next()
    case .error, .completed, .dropped, .overlap: rx_records_terminal()
    case .subscribed, .named, .disposed, .released, .handleReleased, .mark: rx_records_lifecycle()
    case .owner, .called: rx_records_owners()
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
    case .dropped(let it, let kind): write(.dropped(TracedSubscription(slot: it).id, kind), thread, .values)
    case .overlap(let it, let other):
      write(.overlap(TracedSubscription(slot: it).id, other: ThreadID(rawValue: other)), thread, .values)
    case .handleReleased(let it): write(.handleReleased(TracedSubscription(slot: it).id), thread)
    case .called(let call, let id, let site): called(call, id, site, thread)
    }
  }

  /// Writes an event that is made of numbers alone.
  @inline(never)
  static func write(
    _ event: TraceEvent, _ thread: Emission.Thread, _ stream: Recorder.Stream = .lifecycle
  ) {
    Recorder.record(thread, stream) { $0.put(event, $1) }
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
        stream.next(
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

  /// Records a subscription that lives when the recording begins. `it` is a copy of its record.
  static func aliveBefore(_ it: UnsafePointer<rx_subscription>, _ thread: Emission.Thread) {
    Recorder.record(thread, .lifecycle, room: NameCache.roomForSite) { stream, ticks in
      stream.aliveBefore(ticks, it)
    }
    guard it.pointee.owner != 0 else { return }
    Recorder.record(thread, .lifecycle) { stream, ticks in
      stream.named(ticks, it.pointee.identifier, owner: it.pointee.owner, label: nil)
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

  @inline(never)
  private static func called(
    _ call: OwnerCall, _ id: UInt64, _ site: CallSite, _ thread: Emission.Thread
  ) {
    Recorder.record(thread, .lifecycle, room: NameCache.roomForSite) { stream, ticks in
      stream.called(ticks, call.rawValue, id: id, at: StaticPlace(site))
    }
  }
}
