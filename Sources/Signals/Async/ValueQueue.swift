public import DequeModule
public import SignalTracing

/// The values that wait between a signal and the task that takes them. The task waits for values, and senders
/// wait for room.
///
/// Threads add values, and a task takes them. The next step is decided under the lock. Tasks are resumed, and
/// values are released, outside the lock.
@usableFromInline
final class ValueQueue<Value: Sendable>: FullQueue, @unchecked Sendable {
  @usableFromInline typealias Taker = UnsafeContinuation<Value?, any Error>
  @usableFromInline typealias Sender = UnsafeContinuation<Void, Never>

  @usableFromInline
  struct State {
    @usableFromInline var values: Deque<Value> = []
    /// The values, if they are taken all at once.
    @usableFromInline var all: [Value] = []
    /// The end of the signal, until the taker is told.
    @usableFromInline var ending: Ending?
    /// The taker has left, or was told of the end.
    @usableFromInline var isOver = false
    /// The taker, while it waits. Then no value and no sender waits.
    @usableFromInline var taker: Taker?
    @usableFromInline var senders: [(number: UInt64, task: Sender)] = []
    @usableFromInline var arrivals: UInt64 = 0
    /// The number of values that were taken all at once. The taker may not have handled all of them yet.
    @usableFromInline var held = 0
    /// Decides when a trace records the number of waiting values. Nil if the queue has a small limit.
    @usableFromInline var backlog: Backlog?

    @inlinable init() {}

    /// The number of waiting values, if a trace must record it; else nil.
    @inlinable @inline(__always)
    mutating func told(_ change: (inout Backlog, Int) -> Bool) -> Int? {
      // After the end the subscription may be gone; the remaining values are still taken.
      guard backlog != nil, ending == nil, !isOver else { return nil }
      let count = held &+ all.count &+ values.count
      return change(&backlog!, count) ? count : nil
    }

    /// Whether a sender may go on.
    @inlinable
    func hasRoom(for limit: Int) -> Bool { isOver || ending != nil || values.count <= limit }

    /// A number for a sender that must wait; nil if there is room.
    mutating func arrivals(after limit: Int) -> UInt64? {
      guard !hasRoom(for: limit) else { return nil }
      arrivals += 1
      return arrivals
    }

    /// The senders that may go on.
    @inlinable
    mutating func release(_ limit: Int) -> [Sender] {
      guard !senders.isEmpty, hasRoom(for: limit) else { return [] }
      let waiting = senders
      senders = []
      return waiting.map(\.task)
    }
  }

  @usableFromInline let buffering: ValueBuffering
  @usableFromInline let trace: TracedSubscription
  @usableFromInline let state = Mutex(State())

  /// - Parameter trace: the subscription whose values wait here.
  @inlinable
  init(_ buffering: ValueBuffering, of trace: TracedSubscription) {
    switch buffering {
    case .unbounded: break
    case .newest(let count), .oldest(let count), .suspending(let count):
      precondition(count >= 0, "as many values wait as there are, or fewer, but not less than none")
    }
    self.buffering = buffering
    self.trace = trace
    switch buffering {
    case .unbounded: state.withLock { $0.backlog = Backlog() }
    case .suspending(let count): state.withLock { $0.backlog = Backlog(beyond: count) }
    case .newest, .oldest: break
    }
  }

  /// Under the lock, so that the subscription still exists: it may go after `end` or `leave`.
  @inlinable @inline(__always)
  func grew(_ state: inout State) {
    if let count = state.told({ $0.grew(to: $1) }) { trace.waiting(count) }
  }

  @inlinable @inline(__always)
  func shrank(_ state: inout State) {
    if let count = state.told({ $0.shrank(to: $1) }) { trace.waiting(count) }
  }

  /// All waiting values may be taken at once: without a limit it does not matter whether a value waits here
  /// or with the taker.
  @usableFromInline
  var givesAll: Bool { buffering == .unbounded }

  // MARK: Who sends

  @inlinable
  func add(_ value: Value) {
    var (taker, dropped, isFull): (Taker?, Value?, Bool) = (nil, nil, false)
    state.withLock { state in
      guard !state.isOver else { return }
      if state.taker != nil {
        taker = state.taker
        state.taker = nil
        return
      }
      switch buffering {
      case .unbounded:
        state.all.append(value)
        return grew(&state)
      case .oldest(let limit) where state.values.count >= limit: return
      case .newest(let limit) where state.values.count >= limit:
        guard limit > 0 else { return }
        dropped = state.values.popFirst()
      case .suspending(let limit): isFull = state.values.count >= limit
      case .newest, .oldest: break
      }
      state.values.append(value)
      grew(&state)
    }
    taker?.resume(returning: value)
    if isFull { SendingTask.waits(for: self) }
    _ = dropped
  }

  @usableFromInline
  func end(_ ending: Ending) {
    let taker = state.withLock { state in
      guard !state.isOver else { return Taker?.none }
      if state.taker == nil { state.ending = ending } else { state.isOver = true }
      return exchange(&state.taker, with: nil)
    }
    taker?.resume(ending)
  }

  @usableFromInline
  func waitForRoom() async {
    guard let number = state.withLock({ $0.arrivals(after: limit) }) else { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { task in
        let waits = state.withLock { state in
          // A thread that cancels the task first sets `isCancelled`, then takes the lock.
          if state.hasRoom(for: limit) || Task.isCancelled { return false }
          state.senders.append((number, task))
          return true
        }
        if !waits { task.resume() }
      }
    } onCancel: {
      let task = state.withLock { state in
        state.senders.firstIndex { $0.number == number }.map { state.senders.remove(at: $0).task }
      }
      task?.resume()
    }
  }

  @inlinable var limit: Int { if case .suspending(let limit) = buffering { limit } else { .max } }

  // MARK: Who takes

  /// Takes all waiting values, the newest first. The memory of `values`, which is empty, is used again.
  @inlinable
  func takeAll(into values: inout [Value]) {
    if values.capacity > 4096 { values = [] }
    state.withLock { state in
      swap(&state.all, &values)
      state.held = values.count
      shrank(&state)
    }
    values.reverse()
  }

  /// The next value; nil if none waits.
  @inlinable
  func take() -> Value? {
    let (value, senders) = state.withLock { state in
      let value = state.values.popFirst()
      shrank(&state)
      return (value, state.release(limit))
    }
    for sender in senders { sender.resume() }
    return value
  }

  /// Waits for the next value. Nil at the end.
  @inlinable
  func next() async throws -> Value? {
    try await withUnsafeThrowingContinuation { (task: Taker) in
      var (value, ending, senders, waits): (Value?, Ending?, [Sender], Bool) = (nil, nil, [], false)
      state.withLock { state in
        precondition(state.taker == nil, "one task at a time may ask an iterator for its next value")
        value = state.values.popFirst() ?? (state.all.isEmpty ? nil : state.all.removeFirst())
        senders = state.release(limit)
        if value != nil || state.isOver { return }
        ending = state.ending
        state.ending = nil
        if ending != nil || Task.isCancelled { return state.isOver = true }
        state.taker = task
        waits = true
      }
      for sender in senders { sender.resume() }
      guard !waits else { return }
      if let ending { task.resume(ending) } else { task.resume(returning: value) }
    }
  }

  /// No further value is taken.
  @usableFromInline
  func leave() {
    let before = state.withLock { state in
      var over = State()
      over.isOver = true
      return exchange(&state, with: over)
    }
    before.taker?.resume(returning: nil)
    for sender in before.senders { sender.task.resume() }
  }
}

extension UnsafeContinuation where E == any Error {
  @usableFromInline
  func resume<Value>(_ ending: Ending) where T == Value? {
    switch ending {
    case .completed: resume(returning: nil)
    case .failed(let error): resume(throwing: error)
    }
  }
}
