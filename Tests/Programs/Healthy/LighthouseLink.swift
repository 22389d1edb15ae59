// healthy: one cold signal subscribed to again and again by a retry, without success, and the last pause is cut short by the exit
// says: The cable is broken for the whole night; the keeper's program waits twice as long after each attempt, and is stopped while it waits.
// allows: nothing

import Glibc
import Signals

private struct CableBroken: Error {}

/// A lighthouse at the end of a cable.
private final class Lighthouse: Sendable {
  private let sea = QueueScheduler("sea")
  private let tries = Shared(0)

  var state: Signal<String> {
    .create { [sea, tries] subscriber in
      tries.update { $0 += 1 }
      return sea.schedule(after: .milliseconds(1)) { subscriber.error(CableBroken()) }
    }
  }

  var count: Int { tries.value }
}

private final class Keeper: Sendable {
  private let clock = QueueScheduler("keeper")
  private let bag = DisposeBag()
  private let lamp = BehaviorSubject("unknown")

  func watch(_ lighthouse: Lighthouse) {
    lighthouse.state
      .retry(when: { [clock] errors in
        errors.enumerated().flatMapLatest { attempt, _ in
          Signal<Int>.timer(after: .milliseconds(5 << attempt), on: clock)
        }
      })
      .subscribe(next: { [lamp] state in lamp.next(state) }, error: { _ in })
      .disposed(by: bag)
  }

  var text: String { lamp.value }
}

enum LighthouseLink: LeakProgram {
  static func run() {
    let lighthouse = Lighthouse()
    let keeper = Keeper()
    keeper.watch(lighthouse)
    pause(milliseconds: 250)
    print("lamp", keeper.text, "tried more than once:", lighthouse.count > 1)
    withExtendedLifetime(keeper) { exit(0) }
  }
}
