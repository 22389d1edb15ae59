import SignalTracing
import TraceFormat

/// Waits on the calling thread for the values or the end of a signal. For tests and command-line programs.
///
/// Do not use it on a thread that the signal needs. If the need is known, `WouldDeadlock` is thrown. An error
/// of the signal is thrown. As RxBlocking and `RACSignal -first`, `-toArray`, `-waitUntilCompleted:`.
public struct Blocking<Value: Sendable> {
  fileprivate let signal: Signal<Value>
  fileprivate let timeout: Duration?
  fileprivate let file: StaticString
  fileprivate let line: UInt32

  /// Thrown when the signal has not ended in time.
  public struct TimedOut: Error {}

  /// Thrown instead of waiting, if the signal cannot go on before this thread does.
  ///
  /// This is known if all scheduled work of the subscription waits for schedulers that this thread keeps from
  /// running:
  ///
  /// - the scheduler whose work this thread runs,
  /// - the main scheduler, on the main queue,
  /// - a run loop's scheduler, on the thread of the run loop,
  /// - a scheduler of virtual time that no thread moves, if the wait has no time-out.
  ///
  /// It is also known during a delivery of the subject that this thread waits for. It is not known if other
  /// threads may send events or schedule work later: a `create` that has not ended, subjects, tasks.
  public struct WouldDeadlock: Error, CustomStringConvertible {
    /// The name of the scheduler that cannot run; nil if this thread delivers for the subject that it waits
    /// for.
    public let scheduler: String?

    init(_ obstacle: BlockingScope.Obstacle) {
      scheduler = if case .scheduler(let name) = obstacle { name } else { nil }
    }

    public var description: String {
      guard let scheduler else {
        return "waiting would never end: this thread is delivering a value of the subject that it waits for"
      }
      return "waiting would never end: the signal goes on in work of the scheduler '\(scheduler)', "
        + "which does not run while this thread waits"
    }
  }

  /// Returns all values once the signal has completed.
  public func toArray() throws -> [Value] { try collect(signal) }

  /// Returns the first value; nil if the signal completes without a value.
  public func first() throws -> Value? { try collect(signal.take(1, file: file, line: line)).first }

  /// Returns the last value once the signal has completed; nil if there was none.
  public func last() throws -> Value? { try collect(signal.takeLast(1, file: file, line: line)).last }

  /// Returns the only value once the signal has completed. Throws `SelectionError` if there is no value, or a
  /// second one.
  public func single() throws -> Value {
    let values = try collect(signal.single(file: file, line: line))
    guard let value = values.first else { throw SelectionError.noElements }
    return value
  }

  /// Returns once the signal has completed.
  public func wait() throws { _ = try collect(signal.ignoreElements(file: file, line: line)) }

  private func collect(_ signal: Signal<Value>) throws -> [Value] {
    let latch = Latch<(values: [Value], ending: Ending?)>(([], nil))
    let (subscription, scope) = BlockingScope.of {
      signal.root(
        CallSite("blocking", file, line, .root),
        error: { error in latch.change { $0.ending = .failed(error) } },
        completed: { latch.change { $0.ending = .completed } }
      ) { value, _ in
        latch.change { $0.values.append(value) }
      }
    }
    if !subscription.isDisposed, let obstacle = scope.obstacle(isBounded: timeout != nil) {
      subscription.dispose(because: .explicit)
      throw WouldDeadlock(obstacle)
    }
    let outcome = latch.wait(upTo: timeout) { state in state.ending.map { ($0, state.values) } }
    guard let (ending, values) = outcome else {
      subscription.dispose(because: .explicit)
      throw TimedOut()
    }
    if case .failed(let error) = ending { throw error }
    return values
  }
}

extension Signal {
  /// Methods that wait on the calling thread for this signal.
  ///
  /// - Parameter timeout: the longest wait; nil waits for ever.
  public func blocking(
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Blocking<Value> {
    Blocking(signal: self, timeout: timeout, file: file, line: line)
  }

  /// The values as a sequence whose iterators wait for them. An iterator subscribes when it is made, and
  /// disposes the subscription when it goes out of memory.
  ///
  /// Values that arrive faster than they are taken wait. The sequence ends with the signal. An error goes to
  /// `SignalHooks.onUnhandledError`. If waiting for the next value would never end, `Blocking.WouldDeadlock`
  /// goes there, and the sequence ends. As `RACSignal -sequence`.
  public func toSequence(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> BlockingSequence<Value> {
    BlockingSequence(signal: self, file: file, line: line)
  }
}

/// A signal's values as a sequence that waits for them.
public struct BlockingSequence<Value: Sendable>: Sequence {
  fileprivate let signal: Signal<Value>
  fileprivate let file: StaticString
  fileprivate let line: UInt32

  /// Subscribes.
  public func makeIterator() -> Iterator { Iterator(signal, file, line) }

  /// The subscription lasts as long as the iterator is in memory.
  public final class Iterator: IteratorProtocol {
    private let latch = Latch<(values: [Value], hasEnded: Bool)>(([], false))
    private let subscription: ScopedDisposable
    private let scope: BlockingScope
    private let site: CallSite
    // Taken from the latch all at once, newest first.
    private var ready: [Value] = []

    fileprivate init(_ signal: Signal<Value>, _ file: StaticString, _ line: UInt32) {
      let site = CallSite("toSequence", file, line, .root)
      self.site = site
      (subscription, scope) = BlockingScope.of { [latch] in
        ScopedDisposable(
          signal.root(
            site, disposed: { latch.change { $0.hasEnded = true } }
          ) { value, _ in
            latch.change { $0.values.append(value) }
          })
      }
    }

    /// Ends the sequence if no value is there and waiting would never end.
    private func endIfInVain() {
      guard latch.wait(upTo: .zero, { $0.values.isEmpty && !$0.hasEnded ? nil : true }) == nil,
        let obstacle = scope.obstacle(isBounded: false)
      else { return }
      subscription.dispose()
      SignalHooks.onUnhandledError(Blocking<Value>.WouldDeadlock(obstacle), site.site)
    }

    /// Waits for the next value; nil once the signal has ended.
    public func next() -> Value? {
      if ready.isEmpty {
        endIfInVain()
        let values: [Value]? = latch.wait(upTo: nil) { state in
          if state.values.isEmpty, !state.hasEnded { return nil }
          return exchange(&state.values, with: [])
        }
        ready = (values ?? []).reversed()
      }
      return ready.popLast()
    }
  }
}
