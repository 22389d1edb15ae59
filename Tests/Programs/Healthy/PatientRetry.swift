// healthy: a source that fails and is begun again, several times
// says: A feed is refused a few times, is asked again after a while, and answers at last.
// allows: nothing

import Signals
import Synchronization

private struct Refused: Error {}

private final class Quotes: Sendable {
  let attempts = Atomic<Int>(0)
  private let pace = QueueScheduler("pace")

  func newest(_ symbol: Int) -> Signal<Int> {
    Signal<Int>.fromAsync {
      let attempt = self.attempts.add(1, ordering: .relaxed).newValue
      guard attempt % 4 == 0 else { throw Refused() }
      return symbol
    }
    .retry(upTo: 12, interval: .milliseconds(4), on: pace)
    .catchTo(.just(-1))
  }
}

enum PatientRetry: LeakProgram {
  static func run() {
    let quotes = Quotes()
    for symbol in 0..<6 {
      let isDone = Flag()
      let asking = quotes.newest(symbol).subscribe(next: { _ in }, completed: { isDone.raise() })
      isDone.wait()
      asking.dispose()
    }
    print("attempts", quotes.attempts.load(ordering: .relaxed) > 5)
  }
}
