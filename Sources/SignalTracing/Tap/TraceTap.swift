import CSignalProbes
import Glibc
import Synchronization
package import TraceFormat

/// Hands every event to a handler in the process itself, when it happens. A test kit judges its tests by
/// these events.
///
/// The tap is independent of the recorder. Without a handler it costs nothing: the gates make the same check
/// as without a tap.
package enum TraceTap {
  /// Called on the thread of the event, at once. It must not subscribe, dispose or send.
  package typealias Handler = @Sendable (TraceEvent) -> Void

  private static let lock = Lock(0)
  /// A `Callee`, retained for good; 0 until the first start.
  private static let callee = Atomic<UInt>(0)

  private final class Callee: Sendable {
    let handler: Handler
    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  /// Begins to call `handler`, until `stop()` was called as often as this. A process has one handler: the
  /// first.
  package static func start(_ handler: @escaping Handler) {
    lock.withLock { users in
      if callee.load(ordering: .relaxed) == 0 {
        ThreadState.setEndHandler()
        let new = Unmanaged.passRetained(Callee(handler)).toOpaque()
        callee.store(UInt(bitPattern: new), ordering: .releasing)
        // A forked child has no test to judge, and must not wait for a lock of its parent.
        pthread_atfork(nil, nil, { rx_control_tap(false) })
      }
      users += 1
      if users == 1 { rx_control_tap(true) }
    }
  }

  package static func stop() {
    lock.withLock { users in
      users -= 1
      if users == 0 { rx_control_tap(false) }
    }
  }

  @inline(never)
  static func send(_ event: TraceEvent) {
    guard let callee = UnsafeRawPointer(bitPattern: callee.load(ordering: .acquiring)) else { return }
    Unmanaged<Callee>.fromOpaque(callee)._withUnsafeGuaranteedRef { $0.handler(event) }
  }
}
