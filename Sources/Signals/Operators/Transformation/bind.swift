import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// A binding's answer to one value: a signal, or nil to stop. It may set its second argument to true to
  /// stop after this value.
  public typealias Binding<Result: Sendable> = (Value, inout Bool) throws -> Signal<Result>?

  /// Subscribes to the signal that a binding returns for each value, and sends the values of all these
  /// signals. The binding may stop.
  ///
  ///     source   1----2-----3-|
  ///     1        -1|
  ///     2             -2-2|
  ///     bind     -1----2-2--|     (a binding that repeats n n times and returns nil for 3)
  ///
  /// `makeBinding` is called for every subscription, so the binding may have state. The binding stops when it
  /// returns nil or sets its second argument. Then the source is disposed, and the binding is not called
  /// again. The signals that it has returned go on. Completes when the source, or the binding, and all inner
  /// signals have completed. An error of any of them, and a throw of the binding, is an error at once. As
  /// `RACStream -bind:`.
  public func bind<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ makeBinding: @escaping @Sendable () -> Binding<Result>
  ) -> Signal<Result> {
    derived(at: CallSite("bind", file, line, .flattens)) { source, downstream in
      let binding = ThreadState.onBehalf(of: downstream.trace, makeBinding)
      source.connect(
        into: Bind<Value, Result>(binding, below: downstream), role: Role(.source)
      ) { bind, source, value in bind.accept(value, from: source) }
    }
  }

  /// As `bind(_:)` above, with a binding that has no state of its own. As `RACStream -bind:`.
  public func bind<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ binding: @escaping @Sendable (Value, inout Bool) throws -> Signal<Result>?
  ) -> Signal<Result> {
    bind(file: file, line: line) { binding }
  }
}

private final class Bind<Value: Sendable, Result: Sendable>: Junction, @unchecked Sendable {
  /// The source, unless the binding has stopped, and the inner signals that have not completed.
  private let living = Atomic<Int>(1)

  // Only the source's thread touches these.
  private var binding: Signal<Value>.Binding<Result>?
  private var inners: UInt32 = 0

  init(_ binding: @escaping Signal<Value>.Binding<Result>, below downstream: Gate) {
    self.binding = binding
    super.init(below: downstream)
  }

  func accept(_ value: Value, from source: Gate) {
    guard let binding else { return }
    var stops = false
    let inner: Signal<Result>?
    do {
      inner = try ThreadState.onBehalf(of: downstream.trace) { try binding(value, &stops) }
    } catch {
      return endSerially(.failed(error))
    }
    if inner == nil { stops = true }
    if stops { self.binding = nil }
    if let inner { subscribe(to: inner) }
    if stops {
      _ = remove(source)
      source.dispose(.downstream)
      oneCompleted()
    }
  }

  private func subscribe(to inner: Signal<Result>) {
    living.add(1, ordering: .relaxed)
    inners &+= 1
    inner.connectSerially(into: self, role: Role(.inner, number: inners)) { bind, value in
      bind.output(of: Result.self).next(value)
    }
  }

  private func oneCompleted() {
    if living.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { endSerially(.completed) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    switch ending {
    case .completed: oneCompleted()
    case .failed: endSerially(ending)
    }
  }
}
