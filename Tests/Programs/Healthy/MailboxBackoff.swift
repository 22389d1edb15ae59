// healthy: begins again and again, and one of four never succeeds
// says: A mailbox whose server is down is tried again after ever longer waits; one server is still down at the end.
// allows: nothing

import Signals

private struct Unreachable: Error {}

private final class MailServer: Sendable {
  let name: String
  private let failures: Int
  private let attempts = Shared(0)

  init(_ name: String, failures: Int) { (self.name, self.failures) = (name, failures) }

  func connect(_ clock: QueueScheduler) -> Signal<Int> {
    Signal<Int>.deferred { [self] in
      let attempt = attempts.update {
        $0 += 1
        return $0
      }
      guard attempt > failures else { return .fail(Unreachable()) }
      return Signal<Int>.interval(.milliseconds(10), on: clock).take(8)
    }
  }
}

extension Signal {
  /// Waits longer after each failure, up to a tenth of a second.
  fileprivate func withBackoff(_ clock: QueueScheduler) -> Signal<Value> {
    retry(when: { errors in
      errors.enumerated().flatMap { failure in
        Signal<Int>.timer(after: .milliseconds(Swift.min(100, 6 << failure.0)), on: clock)
      }
    })
  }
}

enum MailboxBackoff: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mail")
    let servers = [
      MailServer("home", failures: 0), MailServer("work", failures: 2), MailServer("club", failures: 4),
      MailServer("attic", failures: .max),
    ]
    let letters = Shared(0)
    let boxes = servers.map { server in
      server.connect(clock).withBackoff(clock)
        .subscribe(next: { _ in letters.update { $0 += 1 } }, completed: {})
    }
    pause(milliseconds: 650)
    print("letters", letters.value, "waiting", boxes.filter { !$0.isDisposed }.count)
    withExtendedLifetime(boxes) {}
  }
}
