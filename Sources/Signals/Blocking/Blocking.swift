import SignalTracing
import TraceFormat

/// Waits on this thread for what a signal sends. For tests and command-line programs.
///
/// Never to be used on a thread that the signal needs to go on: `WouldDeadlock` is thrown where that can be
/// known. An error of the signal is thrown. As RxBlocking and `RACSignal -first`, `-toArray`,
/// `-waitUntilCompleted:`.
public struct Blocking<Value: Sendable> {
  fileprivate let signal: Signal<Value>
  fileprivate let timeout: Duration?
  fileprivate let file: StaticString
  fileprivate let line: UInt32

  /// Thrown when the signal has not ended in time.
  public struct TimedOut: Error {}

  /// Thrown, instead of waiting, where the signal cannot go on before this thread does.
  ///
  /// This is known where all scheduled work of the subscription waits for schedulers that this thread keeps
  /// from running:
  ///
  /// - the scheduler whose work this thread runs,
  /// - the main scheduler, on the main queue,
  /// - a run loop's scheduler, on the thread of the run loop,
  /// - a scheduler of virtual time, which nobody moves, if the wait has no time-out.
  ///
  /// It is known as well within the delivery of the very subject that this thread waits for. It is not known
  /// where other threads may send or schedule something later: a `create` that has not ended, subjects,
  /// tasks.
  public struct WouldDeadlock: Error, CustomStringConvertible {
    /// The name of the scheduler that cannot run; nil where this thread delivers for the subject that it
    /// waits for.
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

  /// All values, once the signal has completed.
  public func toArray() throws -> [Value] { try collect(signal) }

  /// The first value; nil if the signal completes without one.
  public func first() throws -> Value? { try collect(signal.take(1, file: file, line: line)).first }

  /// The last value, once the signal has completed; nil if there was none.
  public func last() throws -> Value? { try collect(signal.takeLast(1, file: file, line: line)).last }

  /// The only value. Throws `SelectionError` if there is none, or a second one.
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
  /// The wait of this thread for this signal.
  ///
  /// - Parameter timeout: how long to wait at most; for ever by default.
  public func blocking(
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Blocking<Value> {
    Blocking(signal: self, timeout: timeout, file: file, line: line)
  }

  /// The values as a sequence whose iterators wait for them: each subscribes as it is made, and disposes when
  /// it goes.
  ///
  /// Values that come faster than they are taken wait. The sequence ends with the signal; an error goes to
  /// `SignalHooks.onUnhandledError`. So does `Blocking.WouldDeadlock`, where waiting for the next value would
  /// never end. As `RACSignal -sequence`.
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

  /// Subscribed as long as it is in memory.
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

    /// Ends the sequence if nothing is there, and waiting for more is in vain.
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
