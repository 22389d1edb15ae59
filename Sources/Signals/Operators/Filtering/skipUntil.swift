public import SignalTracing
public import Synchronization
public import TraceFormat

extension Signal {
  /// Leaves out values until `trigger` sends a value.
  ///
  ///     source        -1--2--3--4-|
  ///     trigger       -----x
  ///     skip(until:)  -------3--4-|
  ///
  /// The trigger is subscribed to first, so with a trigger that sends at once no value is left out. The
  /// trigger is disposed after its first value. If it completes without a value, no value is ever sent.
  /// Completes with the source, even before the trigger has sent a value; an error of either is an error at
  /// once.
  ///
  /// As Rx `skip(until:)`, but for the order: Rx subscribes to the source first, ReactiveSwift `skip(until:)`
  /// to the trigger, as here. The order matters if both signals send during their subscription, or are the
  /// same signal.
  @inlinable
  public func skip<Trigger: Sendable>(
    until trigger: Signal<Trigger>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("skip(until:)", file, line)) { source, downstream in
      let skip = SkipUntil(below: downstream)
      trigger.connect(into: skip, role: Role(.control), number: SkipUntil.trigger) { skip, _, _ in skip.open()
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: skip, role: Role(.source)) { skip, value in
        if skip.isSending { skip.output(of: Value.self).next(value) }
      }
    }
  }
}

@usableFromInline
final class SkipUntil: Junction, @unchecked Sendable {
  @inlinable static var trigger: UInt32 { 1 }

  @usableFromInline let hasFired = Atomic<Bool>(false)
  @inlinable var isSending: Bool { hasFired.load(ordering: .relaxed) }

  @inlinable override init(below downstream: Gate) { super.init(below: downstream) }

  @usableFromInline
  func open() {
    hasFired.store(true, ordering: .relaxed)
    dispose(source: Self.trigger, because: .trigger)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.trigger { return }
    endSerially(ending)
  }
}
