// healthy: some of a kind end, others do not; they differ in age
// says: Visits take twelve milliseconds; sixty people come in at once, and the process is told to leave before they are through.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Turnstile: Sendable {
  let passed = Atomic<Int>(0)
  private let clock = QueueScheduler("turnstile")
  private let bag = DisposeBag()

  func enter(_ lights: Signal<Int>) {
    lights
      .take(until: Signal<Int>.timer(after: .milliseconds(12), on: clock))
      .subscribe(completed: { self.passed.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum RushAtTheEnd: LeakProgram {
  static func run() {
    let lights = PublishSubject<Int>()
    let turnstile = Turnstile()
    for visitor in 0..<50 {
      turnstile.enter(lights)
      lights.next(visitor)
      pause(milliseconds: 4)
    }
    for visitor in 0..<60 {
      turnstile.enter(lights)
      lights.next(visitor)
    }
    print("passed", turnstile.passed.load(ordering: .relaxed) > 40)
    exit(0)
  }
}
