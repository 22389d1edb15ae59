// healthy: one call site that subscribes again and again, at an even pace
// says: A service is asked every few milliseconds whether it is ready; each probe is over before the next, and the last says yes.
// allows: nothing

import Signals

private final class Service: Sendable {
  let name: String
  private let needed: Int
  private let asked = Shared(0)

  init(_ name: String, readyAfter needed: Int) {
    self.name = name
    self.needed = needed
  }

  func isReady() -> Bool {
    asked.update { asked in
      asked += 1
      return asked > needed
    }
  }
}

/// A supervisor that starts services and waits until all are ready.
private struct Supervisor: Sendable {
  let clock = QueueScheduler("probes")

  func ready(_ service: Service) -> Signal<Bool> {
    Signal<Bool>.deferred { .just(service.isReady()) }
      .delaySubscription(for: .milliseconds(5), on: clock)
      .repeat()
      .take(inclusive: true, until: { $0 })
  }
}

enum ReadinessProbes: LeakProgram {
  static func run() {
    let supervisor = Supervisor()
    let services = [
      Service("database", readyAfter: 30), Service("cache", readyAfter: 6), Service("search", readyAfter: 45),
    ]
    let isUp = Flag()
    let probes = Shared(0)
    for service in services {
      _ = supervisor.ready(service).subscribe(
        next: { _ in probes.update { $0 += 1 } },
        completed: { isUp.raise() })
    }
    for _ in services { isUp.wait() }
    pause(milliseconds: 20)
    print("probes", probes.value)
  }
}
