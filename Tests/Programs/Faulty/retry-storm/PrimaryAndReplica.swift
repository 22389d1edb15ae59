// fault: retry-storm
// verdict: finding
// proof: run
// says: the primary fails over to the replica and the replica back to the primary, both down, without a pause

import Signals

private struct Refused: Error {}

/// A database with a replica, which stand in for each other.
private final class Database: Sendable {
  private let asked = Shared(0)
  private let clock = QueueScheduler("clock")
  private let limit = mended ? 4 : 1500

  private func query(_ host: String) -> Signal<String> {
    Signal<String>.create { [asked, limit] subscriber in
      let attempt = asked.update { count in
        count += 1
        return count
      }
      if attempt < limit {
        subscriber.error(Refused())
      } else {
        subscriber.next(host)
        subscriber.completed()
      }
      return nil
    }
  }

  var primary: Signal<String> { query("primary").catch { _ in self.later(self.replica) } }  // LEAK
  var replica: Signal<String> { query("replica").catch { _ in self.later(self.primary) } }  // LEAK

  private func later(_ other: Signal<String>) -> Signal<String> {
    mended ? other.delaySubscription(for: .milliseconds(5), on: clock) : other
  }

  var attempts: Int { asked.value }
}

enum PrimaryAndReplica: LeakProgram {
  static func run() {
    let database = Database()
    let answered = Flag()
    let subscription = database.primary.subscribe(next: { _ in answered.raise() })
    answered.wait()
    print("asked", database.attempts)
    subscription.dispose()
  }
}
