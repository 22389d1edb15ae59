import Signals
import Synchronization

/// Counts how many of the objects it made are in memory.
final class Lives: Sendable {
  private let counter = Mutex(0)
  private let whenGone: (@Sendable () -> Void)?

  /// - Parameter whenGone: runs as one of the objects goes out of memory.
  init(whenGone: (@Sendable () -> Void)? = nil) { self.whenGone = whenGone }

  var count: Int { counter.withLock { $0 } }

  final class Life: Sendable {
    private let lives: Lives
    init(_ lives: Lives) {
      self.lives = lives
      lives.counter.withLock { $0 += 1 }
    }
    deinit {
      lives.counter.withLock { $0 -= 1 }
      lives.whenGone?()
    }
  }

  func make() -> Life { Life(self) }
}
