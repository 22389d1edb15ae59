import DequeModule
import SignalTracing
import Synchronization

/// A property's subscribers and its value. A new value is stored at once; values are delivered in the order
/// in which they were stored.
final class PropertyRows<Value: Sendable>: ValueRows<Value>, @unchecked Sendable {
  private struct State {
    var current: Value
    /// Counts the changes.
    var version: UInt64 = 0
    /// The values that are stored and not delivered, oldest first.
    var waiting: Deque<Value> = []
  }
  private let state: Mutex<State>
  // The value that subscribers were sent last. Guarded by the owner word.
  private var delivered: Value

  init(_ initial: Value) {
    state = Mutex(State(current: initial))
    delivered = initial
    super.init()
  }

  var current: (value: Value, version: UInt64) { state.withLock { ($0.current, $0.version) } }

  /// Stores a value, unless another value was stored since `version`, and delivers it when its turn comes.
  ///
  /// - Returns: the replaced value; nil if the new value was not stored.
  func store(_ new: Value, since version: UInt64? = nil) -> Value? {
    let old = state.withLock { state -> Value? in
      if let version, version != state.version { return nil }
      state.version += 1
      state.waiting.append(new)
      return exchange(&state.current, with: new)
    }
    if old != nil { next(new) }
    return old
  }

  // Each stored value is sent once, but two threads may send in another order than they stored.
  override func accept(_ value: Value) {
    let next = state.withLock { $0.waiting.removeFirst() }
    let old = exchange(&delivered, with: next)
    deliver(next)
    _ = old
  }

  override var holdsNewest: Bool { true }

  override func greet(_ subscriber: Subscriber<Value>) { subscriber.next(delivered) }
}
