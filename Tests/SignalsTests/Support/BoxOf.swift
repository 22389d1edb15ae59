import Synchronization

/// A place for a value that closures of a test set.
final class BoxOf<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)
  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
