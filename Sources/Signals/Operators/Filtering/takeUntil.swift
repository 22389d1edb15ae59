public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the events of the source until `trigger` sends a value or completes, and completes then.
  ///
  ///     source        -1--2---3--4-|
  ///     trigger       ---------x
  ///     take(until:)  -1--2---3|
  ///
  /// The trigger is subscribed to first: if it fires at once, the source is not subscribed to. An error of
  /// the trigger is ignored. As `RACSignal -takeUntil:`.
  @inlinable
  public func take<Trigger: Sendable>(
    until trigger: Signal<Trigger>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    take(until: trigger, at: CallSite("take(until:)", file, line, .stops))
  }

  @inlinable
  func take<Trigger: Sendable>(until trigger: Signal<Trigger>, at site: CallSite) -> Signal<Value> {
    derived(at: site) { source, downstream in
      let takeUntil = TakeUntil(below: downstream)
      trigger.connect(into: takeUntil, role: Role(.control)) { takeUntil, _, _ in takeUntil.fire() }
      guard downstream.isOpen else { return }
      source.connectSerially(
        into: takeUntil, role: Role(.source), number: TakeUntil.source
      ) { takeUntil, value in takeUntil.output(of: Value.self).next(value) }
    }
  }
}

@usableFromInline
final class TakeUntil: Junction, @unchecked Sendable {
  @usableFromInline static let source: UInt32 = 1

  @usableFromInline
  override init(below downstream: Gate) { super.init(below: downstream) }

  /// The trigger fired.
  @usableFromInline func fire() {
    serially { [self] in
      guard downstream.isOpen else { return }
      dispose(source: Self.source, because: .trigger)
      downstream.completed()
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if number == Self.source { return endSerially(ending) }
    if case .completed = ending { fire() }
  }
}
