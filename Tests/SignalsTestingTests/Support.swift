import Synchronization

/// A time that a closure of a test sets.
final class BoxedTime: Sendable {
  private let content = Mutex<Duration?>(nil)
  var time: Duration? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
