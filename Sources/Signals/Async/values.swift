public import SignalTracing
public import TraceFormat

extension Signal {
  /// The values as an asynchronous sequence: each iteration subscribes, an error is thrown, completion is the
  /// end.
  ///
  ///     for try await value in signal.values(buffering: .newest(1)) { … }
  ///
  /// `buffering` decides about values that come faster than they are taken; by default they wait, however
  /// many. A task that is cancelled or leaves its loop disposes the subscription, and values that wait are
  /// dropped. An iteration subscribes where it begins: values that the signal sends at once come before
  /// anything is taken. As RxSwift `values` and Combine `values`.
  public func values(
    buffering: ValueBuffering = .unbounded, file: StaticString = #fileID, line: UInt32 = #line
  ) -> AsyncValues<Value> {
    AsyncValues(signal: self, buffering: buffering, site: CallSite("values", file, line, .root))
  }
}

/// How values wait that come faster than a task takes them.
public enum ValueBuffering: Hashable, Sendable {
  /// All of them wait.
  case unbounded
  /// At most this many values wait. A new value takes the place of the oldest. With 0, a value reaches only a
  /// task that waits for it.
  case newest(Int)
  /// At most this many values wait. Later values are dropped meanwhile. With 0, a value reaches only a task
  /// that waits for it.
  case oldest(Int)
  /// All of them wait, and the sender waits as well while there are more than so many. With 0 a sender goes
  /// on when its value was taken.
  ///
  /// Only a task can be made to wait: `fromAsync(_:)`, which then takes no further element, and
  /// `await send(_:)` of a subject or subscriber. A sender without a task to suspend is never blocked, and
  /// its values wait, however many: no thread is ever held up. Such senders are a plain `next`, a timer,
  /// `deliver(on:)`, and a sender whose value another thread or another event has to deliver.
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

  /// Subscribed as long as it is in memory. For one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let taker: Taker<Value>

    @inlinable init(_ taker: Taker<Value>) { self.taker = taker }

    /// Waits for the next value; nil once the signal has completed, or the task was cancelled.
    @inlinable
    public mutating func next() async throws -> Value? { try await next(isolation: nil) }

    /// The same for a caller that is isolated to an actor, and stays there.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Value? {
      // A task that was cancelled gets nothing more, though values may wait.
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
  /// Values that came while nobody waited, taken all at once, the newest first. Belongs to the task that
  /// iterates.
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
