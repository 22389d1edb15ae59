import SignalTracing

/// Waits on this thread for what a signal sends. For tests and command-line programs.
///
/// Never to be used on a thread that the signal needs to go on: it would wait for ever, or until its time-out. An error of
/// the signal is thrown. As RxBlocking and `RACSignal -first`, `-toArray`, `-waitUntilCompleted:`.
public struct Blocking<Value: Sendable> {
  fileprivate let signal: Signal<Value>
  fileprivate let timeout: Duration?
  fileprivate let file: StaticString
  fileprivate let line: UInt32

  /// Thrown when the signal has not ended in time.
  public struct TimedOut: Error {}

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
    let subscription = signal.root(
      CallSite("blocking", file, line, .root),
      error: { error in latch.change { $0.ending = .failed(error) } },
      completed: { latch.change { $0.ending = .completed } }
    ) { value, _ in
      latch.change { $0.values.append(value) }
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
  /// What waits on this thread for this signal.
  ///
  /// - Parameter timeout: how long to wait at most; for ever by default.
  public func blocking(
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Blocking<Value> {
    Blocking(signal: self, timeout: timeout, file: file, line: line)
  }

  /// The values as a sequence whose iterators wait for them: each subscribes as it is made, and disposes when it goes.
  ///
  /// Values that come faster than they are taken wait. The sequence ends with the signal; an error goes to
  /// `SignalHooks.onUnhandledError`. As `RACSignal -sequence`.
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
    // Taken from the latch all at once, newest first.
    private var ready: [Value] = []

    fileprivate init(_ signal: Signal<Value>, _ file: StaticString, _ line: UInt32) {
      subscription = ScopedDisposable(
        signal.root(
          CallSite("toSequence", file, line, .root),
          disposed: { [latch] in latch.change { $0.hasEnded = true } }
        ) { [latch] value, _ in
          latch.change { $0.values.append(value) }
        })
    }

    /// Waits for the next value; nil once the signal has ended.
    public func next() -> Value? {
      if ready.isEmpty {
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
