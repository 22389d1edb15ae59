import CSignalProbes
import TraceFormat

/// One event in the form that every sink gets: numbers and static pointers, no allocated memory.
///
/// A text (a value, an error, a label) is passed beside the event, and is made only for a sink that wants it.
/// An event that is made of numbers alone needs no case here: see ``tell(_:_:ofOwners:)``.
enum Emission {
  typealias Slot = UnsafeMutablePointer<rx_subscription>
  typealias Thread = UnsafeMutablePointer<rx_thread>

  /// An event's number, and the number of the event whose delivery caused it; 0 for none.
  struct Numbers {
    var event: UInt64
    var cause: UInt64

    /// The next number of the thread: the thread in the upper 24 bits, its sequence below.
    @inline(__always)
    init(_ thread: Thread) {
      thread.pointee.sequence &+= 1
      event = UInt64(thread.pointee.number) << 40 | (thread.pointee.sequence & 0xff_ffff_ffff)
      cause = thread.pointee.cause
    }
  }

  /// A piece of work, the scheduler that it was given to, and the work's name.
  struct Work {
    var work: UInt64
    var scheduler: UInt64
    var name: StaticString

    var cName: UnsafePointer<CChar> {
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }

  case subscribed(Slot)
  /// The text is the label.
  case named(Slot, owner: UInt64)
  /// The text is the value.
  case next(Slot, Numbers)
  /// The text is the error.
  case error(Slot, Numbers)
  case completed(Slot, Numbers)
  case disposed(Slot, Numbers, DisposalReason)
  case released(Slot)
  case handleReleased(Slot)
  case dropped(Slot, EventKind)
  case overlap(Slot, other: UInt32)
  /// The text is the mark.
  case mark(Numbers)
  /// The text is the type's name.
  case owner(UInt64, OwnerKind, CallSite)
  case called(OwnerCall, UInt64, CallSite)
  case scheduled(Work, cause: UInt64, delay: UInt64)
  case workBegan(Work)
  case workEnded(Work)
  case workCancelled(Work)

  /// Hands the event to every active sink. The caller has checked that events of this kind are watched before
  /// it built the event.
  ///
  /// It is inlined into its caller, so that only what a sink needs is left of the event. A new sink is one
  /// line here and one switch of its own.
  @inline(__always)
  func emit(_ thread: Thread, text: () -> String? = { nil }) {
    if RecorderSink.wants(self) { RecorderSink.take(self, thread, text) }
    if rx_is_called() {
      if rx_is_tapped() { TapSink.take(self, text) }
      RequestedRecording.answer(thread)
    }
    ProbeSink.take(self, thread, text)
  }

  /// Hands an event that is made of numbers alone to every active sink, in the form of a trace. It is
  /// recorded among the lives.
  ///
  /// - Parameter ofOwners: whether the event is only for sinks that watch owners.
  @inline(never)
  static func tell(_ event: TraceEvent, _ thread: Thread = rx_thread_current(), ofOwners: Bool = false) {
    if ofOwners ? rx_records_owners() : rx_records_lifecycle() { RecorderSink.write(event, thread) }
    if rx_is_called() {
      if rx_is_tapped() { TraceTap.send(event) }
      RequestedRecording.answer(thread)
    }
    ProbeSink.take(event)
  }
}
