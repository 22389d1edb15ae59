import Dispatch
import Glibc
import SignalTracing
import Signals
import Synchronization

/// Lets the program wait, as for the network.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Runs `body` on a thread of its own and waits for its end.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    body()
    done.signal()
  }
  done.wait()
}

/// Ends the program as a supervisor that has lost its patience does, while it still holds `held`.
func killed(holding held: AnyObject? = nil) -> Never {
  withExtendedLifetime(held) { _ = kill(getpid(), SIGKILL) }
  while true { usleep(1000) }
}

/// A value that several threads read and write.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    state.withLock { change(&$0) }
  }
}
