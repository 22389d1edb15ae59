public import SignalTracing
public import Synchronization
public import TraceFormat

extension Signal {
  /// Leaves out values until `trigger` sends one.
  ///
  ///     source        -1--2--3--4-|
  ///     trigger       -----x
  ///     skip(until:)  -------3--4-|
  ///
  /// The trigger is subscribed to first, and disposed once it has fired: a trigger that sends at once leaves
  /// nothing out. It completes with the source, also before the trigger has fired. If the trigger completes
  /// without a value, no value is ever sent; its error is an error.
  ///
  /// As Rx `skip(until:)`, but for the order: Rx subscribes to the source first, ReactiveSwift `skip(until:)`
  /// to the trigger, as here. The order shows where both send as they are subscribed to, or are the same.
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
