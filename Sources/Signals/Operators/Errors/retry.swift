public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes to the source again when it fails, for ever.
  ///
  ///     source  1-#1-2-|
  ///     retry   1--1-2-|
  ///
  /// A source may fail during its subscription. The thread that subscribes then subscribes again and again,
  /// without using up the stack: below `subscribe(on:)` this keeps the queue busy. Completes as soon as the
  /// source does. As `RACSignal -retry`.
  @inlinable
  public func retry(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    resubscribing(CallSite("retry", file, line, .restarts), to: self, onError: .max, onCompletion: 0)
  }

  /// Subscribes to the source again when it fails, up to `count` times; the error after that is sent on.
  ///
  ///     source    1-#1-#
  ///     retry(1)  1--1-#
  ///
  /// Completes as soon as the source does. With a count of 0 or less it never subscribes again. As
  /// `RACSignal -retry:`, ReactiveSwift and Combine; Rx counts the first attempt as well:
  /// `retry(maxAttempts:)`.
  @inlinable
  public func retry(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite("retry", file, line, .restarts)
    return resubscribing(site, to: self, onError: Swift.max(0, count), onCompletion: 0)
  }

  /// Subscribes to the source again when it fails, up to `maxAttempts` times in all; the error of the last
  /// attempt is sent on.
  ///
  ///     source                 1-#1-#
  ///     retry(maxAttempts: 2)  1--1-#
  ///
  /// Completes as soon as the source does. A number below 1 is 1. As Rx `retry(_:)`.
  @inlinable
  public func retry(
    maxAttempts: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    retry(Swift.max(1, maxAttempts) - 1, file: file, line: line)
  }

  /// Subscribes to the source again when it completes, for ever.
  ///
  ///     source  1-2|1-2|1-#
  ///     repeat  1-2-1-2-1-#
  ///
  /// It never completes: it ends with an error of the source, or when it is disposed. As `RACSignal -repeat`.
  @inlinable
  public func `repeat`(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    resubscribing(CallSite("repeat", file, line, .restarts), to: self, onError: 0, onCompletion: .max)
  }

  /// Subscribes to the source `count` times, one after the other.
  ///
  ///     source     1-2|1-2|
  ///     repeat(2)  1-2-1-2|
  ///
  /// Completes with the last subscription; an error is sent on at once. With a count of 0 or less it
  /// completes without subscribing. As ReactiveSwift `repeat(_:)`.
  @inlinable
  public func `repeat`(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    guard count > 0 else {
      return Signal<Value>(CallSite("repeat", file, line, [.source, .ends])) { _, gate in gate.completed() }
    }
    let site = CallSite("repeat", file, line, .restarts)
    return resubscribing(site, to: self, onError: 0, onCompletion: count - 1)
  }

  @inlinable
  func resubscribing(
    _ site: CallSite, to source: Signal<Value>, onError: Int, onCompletion: Int
  ) -> Signal<Value> {
    source.derived(at: site) { source, downstream in
      Resubscription(source, onError: onError, onCompletion: onCompletion, below: downstream).advance()
    }
  }
}

@usableFromInline
final class Resubscription<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  @usableFromInline let source: Signal<Value>
  // How often the source may be subscribed to again. Only the thread that delivers its end touches these.
  // Unchecked for the row `retry, fails at once`.
  @exclusivity(unchecked) @usableFromInline var onError: Int
  @exclusivity(unchecked) @usableFromInline var onCompletion: Int

  @inlinable
  init(_ source: Signal<Value>, onError: Int, onCompletion: Int, below downstream: Gate) {
    self.source = source
    self.onError = onError
    self.onCompletion = onCompletion
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { (source, Role(.source)) }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    switch ending {
    case .failed where onError > 0: onError -= onError == .max ? 0 : 1
    case .completed where onCompletion > 0: onCompletion -= onCompletion == .max ? 0 : 1
    default:
      if downstream.isOpen { downstream.end(ending) }
      return
    }
    advance()
  }
}
