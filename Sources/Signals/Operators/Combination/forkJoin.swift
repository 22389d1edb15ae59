public import SignalTracing
public import TraceFormat

/// Sends the last values of all signals, once, when all have completed; then completes.
///
///     a         1--2----|
///     b         ---x-|
///     forkJoin  --------(A|)     (A = (2, x))
///
/// Completes without a value as soon as a signal has completed without one, and at once if there are no
/// signals. An error of any of them is an error at once. All are subscribed to at the same time. As RxJS 7
/// `forkJoin`.
@inlinable
public func forkJoin<each Value: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<(repeat each Value)> {
  Signal<(repeat each Value)>(CallSite("forkJoin", file, line, [.gathers, .ends])) { _, downstream in
    let slots = (repeat Slot<each Value>())
    let borrowed = (repeat Unmanaged.passUnretained(each slots))
    let send: @Sendable (ForkJoin) -> Void = { join in
      join.output(of: (repeat each Value).self).next((repeat newest(in: each borrowed)))
    }
    let join = ForkJoin(slotObjects(repeat each slots), below: downstream, send)
    repeat join.subscribe(to: each signals, into: each slots)
    if join.slots.isEmpty { downstream.completed() }
  }
}

/// Sends the last values of all signals of a collection, as an array, once, when all have completed; then
/// completes.
///
///     a         1--2----|
///     b         ---3-|
///     forkJoin  --------(A|)     (A = [2, 3])
///
/// Completes without a value as soon as a signal has completed without one, and at once if there are no
/// signals. An error of any of them is an error at once. All are subscribed to at the same time. As RxJS 7
/// `forkJoin`.
@inlinable
public func forkJoin<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<[Value]> {
  let sources = SignalList(signals)
  return Signal<[Value]>(CallSite("forkJoin", file, line, [.gathers, .ends])) { _, downstream in
    let slots = sources.signals.map { _ in Slot<Value>() }
    let join = ForkJoin(slots, below: downstream) { join in
      join.output(of: [Value].self).next(slots.map(\.value))
    }
    for (signal, slot) in Swift.zip(sources.signals, slots) { join.subscribe(to: signal, into: slot) }
    if join.slots.isEmpty { downstream.completed() }
  }
}

/// The progress of the sources of a `forkJoin`.
@usableFromInline
struct ForkedSources: Sendable {
  /// For each source, whether it has sent a value.
  @usableFromInline var haveSent: [Bool]
  @usableFromInline var living: Int
}

@usableFromInline
final class ForkJoin: SerialJunction<ForkedSources>, @unchecked Sendable {
  /// Values of sources that have ended, too.
  @usableFromInline let slots: [AnyObject]
  private let send: @Sendable (ForkJoin) -> Void
  // Only the thread that subscribes counts.
  private var started: UInt32 = 0

  @usableFromInline
  init(_ slots: [AnyObject], below downstream: Gate, _ send: @escaping @Sendable (ForkJoin) -> Void) {
    self.slots = slots
    self.send = send
    let sources = ForkedSources(
      haveSent: Array(repeating: false, count: slots.count), living: slots.count)
    super.init(sources, below: downstream)
  }

  @inlinable
  func subscribe<Value: Sendable>(to signal: Signal<Value>, into slot: Slot<Value>) {
    let number = nextNumber()
    guard downstream.isOpen else { return }
    signal.connectSerially(into: self, role: Role(.source), number: number) { _, sources, value in
      if slot.fill(value) { sources.haveSent[Int(number)] = true }
    }
  }

  @usableFromInline func nextNumber() -> UInt32 {
    defer { started &+= 1 }
    return started
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { return endSerially(ending) }
    serially { [self] sources in
      sources.living -= 1
      guard downstream.isOpen else { return }
      guard sources.haveSent[Int(number)] else { return downstream.completed() }
      guard sources.living == 0 else { return }
      send(self)
      if downstream.isOpen { downstream.completed() }
    }
  }
}
