public import SignalTracing
public import TraceFormat

extension Signal {
  /// The values as an asynchronous sequence. Each iteration subscribes. It throws the signal's error, and
  /// ends at completion.
  ///
  ///     for try await value in signal.values(buffering: .newest(1)) { … }
  ///
  /// `buffering` decides what happens to values that arrive faster than the task takes them. By default they
  /// wait, and their number has no bound. A task that is cancelled or leaves its loop disposes the
  /// subscription, and drops the waiting values. An iteration subscribes when it begins: values that the
  /// signal sends at once wait before the first one is taken. As RxSwift `values` and Combine `values`.
  public func values(
    buffering: ValueBuffering = .unbounded, file: StaticString = #fileID, line: UInt32 = #line
  ) -> AsyncValues<Value> {
    AsyncValues(signal: self, buffering: buffering, site: CallSite("values", file, line, .root))
  }
}

/// How values wait that arrive faster than a task takes them. A negative number stops the program.
public enum ValueBuffering: Hashable, Sendable {
  /// All values wait.
  case unbounded
  /// At most this many values wait. A new value takes the place of the oldest. With 0, a value reaches only a
  /// task that waits for it.
  case newest(Int)
  /// At most this many values wait. A value that arrives while so many wait is dropped. With 0, a value
  /// reaches only a task that waits for it.
  case oldest(Int)
  /// All values wait. While more than this many wait, their sender waits as well. With 0 a sender goes on
  /// when its value was taken.
  ///
  /// Only a task can wait: the task of `fromAsync(_:)`, which then takes no further element, and
  /// `await send(_:)` of a subject or subscriber. No thread is ever blocked. The values of a sender without a
  /// task to suspend wait without a bound. Such senders are a plain `next`, a timer, `deliver(on:)`, and a
  /// sender whose value another thread or another event delivers.
  case suspending(Int)
}

/// A signal's values as an asynchronous sequence.
public struct AsyncValues<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = any Error

  @usableFromInline let signal: Signal<Value>
  @usableFromInline let buffering: ValueBuffering
  @usableFromInline let site: CallSite

  /// Subscribes.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(Taker(signal, buffering, site)) }

  /// The subscription lasts as long as the iterator is in memory. One task at a time may use it.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let taker: Taker<Value>

    @inlinable init(_ taker: Taker<Value>) { self.taker = taker }

    /// Waits for the next value; nil once the signal has completed, or the task was cancelled.
    @inlinable
    public mutating func next() async throws -> Value? { try await next(isolation: nil) }

    /// The same for a caller that is isolated to an actor. It stays on the actor.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Value? {
      // A cancelled task gets no further value, even if values wait.
      if Task.isCancelled { return taker.leave() }
      if let value = taker.takeAtOnce() { return value }
      return try await taker.wait(isolation: actor)
    }
  }
}

/// The subscription of one iteration, and the values that it has taken out of the queue.
@usableFromInline
final class Taker<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let queue: ValueQueue<Value>
  @usableFromInline let subscription: Subscription
  /// Values that arrived while the task did not wait, taken all at once, the newest first. Belongs to the
  /// task that iterates.
  @usableFromInline var ready: [Value] = []

  @inlinable
  init(_ signal: Signal<Value>, _ buffering: ValueBuffering, _ site: CallSite) {
    let trace = TracedSubscription(site: site, downstream: nil, role: Role(.source))
    let queue = ValueQueue<Value>(buffering, of: trace)
    self.queue = queue
    subscription = signal.root(
      trace, error: { queue.end(.failed($0)) }, completed: { queue.end(.completed) }
    ) { value, _ in queue.add(value) }
  }

  deinit { end() }

  @usableFromInline func end() {
    queue.leave()
    subscription.dispose(because: .explicit)
  }

  /// Ends the iteration, and returns nil for the task that iterates.
  @usableFromInline func leave() -> Value? {
    ready = []
    end()
    return nil
  }

  @inlinable
  func takeAtOnce() -> Value? { ready.popLast() ?? takeFromQueue() }

  @inlinable func takeFromQueue() -> Value? {
    guard queue.givesAll else { return queue.take() }
    queue.takeAll(into: &ready)
    return ready.popLast()
  }

  @usableFromInline func wait(isolation actor: isolated (any Actor)?) async throws(any Error) -> Value? {
    try await withTaskCancellationHandler(
      operation: { try await queue.next() }, onCancel: { end() }, isolation: actor)
  }
}
