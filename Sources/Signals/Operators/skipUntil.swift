import SignalTracing
import Synchronization

extension Signal {
  /// Leaves out values until `trigger` sends one.
  ///
  ///     source        -1--2--3--4-|
  ///     trigger       -----x
  ///     skip(until:)  -------3--4-|
  ///
  /// The trigger is subscribed to first, and disposed once it has fired. If it completes without a value, no value is ever
  /// sent; its error is an error. As Rx `skip(until:)`.
  public func skip<Trigger: Sendable>(
    until trigger: Signal<Trigger>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("skip(until:)", file, line), upstream: self) { signal, downstream in
      let skip = SkipUntil(below: downstream)
      trigger.connect(into: skip, role: Role(.control), number: SkipUntil.trigger) { skip, _, _ in skip.open()
      }
      guard downstream.isOpen else { return }
      signal.source(of: Value.self).connectSerially(into: skip, role: Role(.source)) { skip, value in
        if skip.isSending { skip.output(of: Value.self).next(value) }
      }
    }
  }
}

private final class SkipUntil: Junction, @unchecked Sendable {
  static let trigger: UInt32 = 1

  private let hasFired = Atomic<Bool>(false)
  var isSending: Bool { hasFired.load(ordering: .relaxed) }

  func open() {
    hasFired.store(true, ordering: .relaxed)
    dispose(source: Self.trigger, because: .trigger)
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if case .completed = ending, inlet.number == Self.trigger { return }
    endSerially(ending)
  }
}
