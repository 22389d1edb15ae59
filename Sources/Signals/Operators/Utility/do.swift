public import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Runs closures before and after the events of the source, and sends those events on.
  ///
  ///     source                       -1--2-|
  ///     onSubscribe, onSubscribed    x
  ///     onNext, afterNext            -x--x
  ///     onCompleted, afterCompleted  ------x
  ///     onDispose                    ------x
  ///
  /// - Parameters:
  ///   - onNext: runs before a value is sent on. A throw becomes the signal's error.
  ///   - afterNext: runs after a value was sent on. A throw becomes the signal's error.
  ///   - onError: runs before an error is sent on, after everything upstream was disposed.
  ///   - afterError: runs after an error was sent on.
  ///   - onCompleted: runs before completion is sent on, after everything upstream was disposed.
  ///   - afterCompleted: runs after completion was sent on.
  ///   - onSubscribe: runs before the source is subscribed to.
  ///   - onSubscribed: runs after the source was subscribed to.
  ///   - onDispose: runs once, last, however the subscription ended.
  ///
  /// Each closure runs on the thread of its event. As `RACSignal -doNext:`, `-doError:`, `-doCompleted:`,
  /// `-initially:` and Rx `do`.
  public func `do`(
    onNext: (@Sendable (Value) throws -> Void)? = nil,
    afterNext: (@Sendable (Value) throws -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    afterError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    afterCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    watched(
      CallSite("do", file, line),
      by: SideEffects(
        onNext: onNext, afterNext: afterNext,
        before: { ending in
          switch ending {
          case .completed: onCompleted?()
          case .failed(let error): onError?(error)
          }
        },
        after: { ending in
          switch ending {
          case .completed: afterCompleted?()
          case .failed(let error): afterError?(error)
          }
        }, onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  func watched(_ site: CallSite, by effects: SideEffects<Value>) -> Signal<Value> {
    derived(at: site) { source, downstream in
      effects.onSubscribe?()
      source.connect(
        into: Do(effects, below: downstream), role: Role(.source)
      ) { junction, _, value in
        do {
          try effects.onNext?(value)
          junction.output(of: Value.self).next(value)
          try effects.afterNext?(value)
        } catch {
          junction.downstream.error(error)
        }
      }
      effects.onSubscribed?()
    }
  }

  /// Runs `action` before each value is sent on.
  ///
  ///     source  1-2---3-|
  ///     action  x-x---x
  ///     do      1-2---3-|
  ///
  /// Ends as the source does. A throw becomes the signal's error; the value is not sent then. As
  /// `RACSignal -doNext:`.
  @inlinable @inline(__always)
  public func `do`(
    file: StaticString = #fileID, line: UInt32 = #line,
    onNext action: @escaping @Sendable (Value) throws -> Void
  ) -> Signal<Value> {
    lift(CallSite("do", file, line)) { value, output in
      try action(value)
      output.next(value)
    }
  }

  /// Runs `action` before each subscription to the source.
  ///
  ///     source  -1--2-|
  ///     action  x
  ///
  /// As `RACSignal -initially:`.
  public func onSubscribe(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ action: @escaping @Sendable () -> Void
  ) -> Signal<Value> {
    self.do(onSubscribe: action, file: file, line: line)
  }

  /// Runs `action` when the signal has completed or failed, before the end is sent on. Does not run it at a
  /// disposal.
  ///
  ///     source  -1--2-|
  ///     action  ------x
  ///
  /// As `RACSignal -finally:`.
  public func finally(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ action: @escaping @Sendable () -> Void
  ) -> Signal<Value> {
    watched(CallSite("finally", file, line), by: SideEffects(before: { _ in action() }))
  }

  /// Runs `action` once when a subscription has ended: after its completion or error was sent on, or when it
  /// is disposed.
  ///
  ///     disposed  -1--2-x
  ///     action          x
  ///
  /// As Rx `do(onDispose:)`.
  public func onDispose(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ action: @escaping @Sendable () -> Void
  ) -> Signal<Value> {
    self.do(onDispose: action, file: file, line: line)
  }
}

/// The closures that run before and after the events of a source.
struct SideEffects<Value: Sendable>: Sendable {
  var onNext: (@Sendable (Value) throws -> Void)?
  var afterNext: (@Sendable (Value) throws -> Void)?
  var before: (@Sendable (Ending) -> Void)?
  var after: (@Sendable (Ending) -> Void)?
  var onSubscribe: (@Sendable () -> Void)?
  var onSubscribed: (@Sendable () -> Void)?
  var onDispose: (@Sendable () -> Void)?
}

private final class Do<Value: Sendable>: Junction, @unchecked Sendable {
  private let effects: SideEffects<Value>
  /// The end is being sent down: `onDispose` runs after that.
  private let isEnding = Atomic<Bool>(false)

  init(_ effects: SideEffects<Value>, below downstream: Gate) {
    self.effects = effects
    super.init(below: downstream)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard !isEnding.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if downstream.isOpen {
      effects.before?(ending)
      if downstream.isOpen { downstream.end(ending) }
      effects.after?(ending)
    }
    effects.onDispose?()
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    if !isEnding.exchange(true, ordering: .acquiringAndReleasing) { effects.onDispose?() }
  }
}
