import Signals
import Synchronization

/// Lines that a program of the test prints.
final class Transcript: Sendable {
  private let text = Mutex<[String]>([])
  func print(_ line: some Any) { text.withLock { $0.append("\(line)") } }
  var lines: [String] { text.withLock { $0 } }
  /// The lines so far, which are forgotten.
  func take() -> [String] { text.withLock { exchange(&$0, with: []) } }
}

extension Signal {
  /// Subscribes and prints what arrives: values as they are, `|`, `#error`, and `!` when it is disposed.
  @discardableResult
  func print(to out: Transcript, _ name: String = "") -> Subscription {
    subscribe(
      next: { out.print("\(name)\($0)") }, error: { out.print("\(name)#\($0)") },
      completed: { out.print("\(name)|") }, disposed: { out.print("\(name)!") })
  }

  /// What a synchronous signal sends, in the words of `print(to:)`.
  var transcript: [String] {
    let out = Transcript()
    print(to: out)
    return out.lines
  }

  /// The same signal, which prints its subscriptions and their ends.
  func spied(_ out: Transcript, _ name: String) -> Signal<Value> {
    .create { subscriber in
      out.print("+\(name)")
      let inner = self.subscribe(
        next: { subscriber.next($0) }, error: { subscriber.error($0) }, completed: { subscriber.completed() })
      return Disposable {
        inner.dispose()
        out.print("-\(name)")
      }
    }
  }
}

struct Broken: Error, CustomStringConvertible {
  var description: String { "broken" }
}
