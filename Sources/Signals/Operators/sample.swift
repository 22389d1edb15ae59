import SignalTracing

extension Signal {
  /// Sends the newest value whenever `sampler` sends one, once there is one.
  ///
  ///     source          -1--2---------3-|
  ///     sampler         --x---x---x------
  ///     sample(on:)     --1---2---2-----|
  ///     with once       --1---2---------|
  ///
  /// Ends as soon as either ends. The sampler is subscribed to first.
  ///
  /// - Parameter once: each value is sent once at most, the sampler's completion samples as well, and the output completes
  ///   once the source has completed and the sampler sends or completes after that.
  ///
  /// As `RACSignal -sample:`; with `once`, as Rx `sample`.
  public func sample<Trigger: Sendable>(
    on sampler: Signal<Trigger>, once: Bool = false, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    Signal<Value>(CallSite("sample(on:)", file, line), upstream: self) { signal, downstream in
      let sample = Sample<Value>(once: once, below: downstream)
      sampler.connectSerially(into: sample, role: Role(.control), number: Sample<Value>.sampler) {
        sample, _ in
        sample.tick()
      }
      guard downstream.isOpen else { return }
      signal.source(of: Value.self).connectSerially(into: sample, role: Role(.source)) { sample, value in
        sample.newest = value
      }
    }
  }
}

private final class Sample<Value: Sendable>: Junction, @unchecked Sendable {
  static var sampler: UInt32 { 1 }

  private let once: Bool
  // These belong to whoever is inside.
  var newest: Value?
  private var sourceHasCompleted = false

  init(once: Bool, below downstream: Gate) {
    self.once = once
    super.init(below: downstream)
  }

  func tick() {
    if let newest {
      if once { self.newest = nil }
      output(of: Value.self).next(newest)
    }
    if sourceHasCompleted, downstream.isOpen { downstream.completed() }
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    guard once, case .completed = ending else { return endSerially(ending) }
    serially { [self] in
      guard downstream.isOpen else { return }
      if inlet.number == Self.sampler {
        tick()
        if downstream.isOpen { downstream.completed() }
      } else {
        sourceHasCompleted = true
      }
    }
  }
}
