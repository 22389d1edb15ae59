public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the newest value of the source whenever `sampler` sends a value. Sends nothing before the source
  /// has sent a value.
  ///
  ///     source          -1--2---------3-|
  ///     sampler         --x---x---x------
  ///     sample(on:)     --1---2---2-----|
  ///     with once       --1---2---------|
  ///
  /// Ends as soon as either signal ends. The source is subscribed to first, so a sampler that sends during
  /// its subscription finds a value that the source sent during its own. A signal that is its own sampler
  /// sends each value.
  ///
  /// - Parameters:
  ///   - sampler: each of its values sends the newest value of the source.
  ///   - once: whether a value is sent at most once. Then the sampler's completion samples as well.
  ///
  /// As `RACSignal -sample:`. With `once`, as Rx `sample`, but Rx ends later: after the source has completed,
  /// Rx waits for one more value of the sampler.
  @inlinable
  public func sample<Trigger: Sendable>(
    on sampler: Signal<Trigger>, once: Bool = false, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    sample(at: CallSite("sample(on:)", file, line), on: sampler, once: once, absent: nil)
  }

  /// Sends the newest value of the source whenever `sampler` sends a value, or `value` if the source has sent
  /// nothing since the last time.
  ///
  ///     source               -1--2---------3-|
  ///     sampler              --x---x---x------
  ///     sample(on:default:)  --1---2---d-----|     (default d)
  ///
  /// Ends as soon as either signal ends. The sampler's completion samples as well. As Rx
  /// `sample(_:defaultValue:)`, which ends later.
  @inlinable
  public func sample<Trigger: Sendable>(
    on sampler: Signal<Trigger>, default value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    sample(at: CallSite("sample(on:default:)", file, line), on: sampler, once: true, absent: value)
  }

  @inlinable
  func sample<Trigger: Sendable>(
    at site: CallSite, on sampler: Signal<Trigger>, once: Bool, absent: Value?
  ) -> Signal<Value> {
    derived(at: site) { source, downstream in
      let sample = Sample<Value>(once: once, absent: absent, below: downstream)
      source.connectSerially(into: sample, role: Role(.source)) { _, newest, value in
        newest = value
      }
      guard downstream.isOpen else { return }
      sampler.connectSerially(into: sample, role: Role(.control), number: Sample<Value>.sampler) {
        sample, newest, _ in
        sample.tick(&newest)
      }
    }
  }
}

/// Its state is the newest value.
@usableFromInline
final class Sample<Value: Sendable>: SerialJunction<Value?>, @unchecked Sendable {
  @inlinable static var sampler: UInt32 { 1 }

  @usableFromInline let once: Bool
  @usableFromInline let absent: Value?

  @inlinable
  init(once: Bool, absent: Value?, below downstream: Gate) {
    self.once = once
    self.absent = absent
    super.init(nil, below: downstream)
  }

  @inlinable
  func tick(_ newest: inout Value?) {
    if let value = newest ?? absent {
      if once { newest = nil }
      output(of: Value.self).next(value)
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard once, number == Self.sampler, case .completed = ending else { return endSerially(ending) }
    serially { [self] newest in
      guard downstream.isOpen else { return }
      tick(&newest)
      if downstream.isOpen { downstream.completed() }
    }
  }
}
