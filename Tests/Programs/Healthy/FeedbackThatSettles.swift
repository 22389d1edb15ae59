// healthy: re-entrant sends
// says: A correction of the value is sent from within its delivery, and needs none itself: the loop is two steps long.
// allows: nothing

import Signals
import Synchronization

private final class Thermostat: Sendable {
  let wanted = PublishSubject<Int>()
  let shown = Mutex<[Int]>([])
  private let bag = DisposeBag()

  init() {
    wanted
      .distinctUntilChanged()
      .subscribe(next: { [weak self] degrees in
        guard let self else { return }
        let allowed = min(max(degrees, 10), 25)
        if allowed != degrees { wanted.next(allowed) }
        shown.withLock { $0.append(allowed) }
      })
      .disposed(by: bag)
  }
}

enum FeedbackThatSettles: LeakProgram {
  static func run() {
    let thermostat = Thermostat()
    for step in 0..<60 {
      thermostat.wanted.next((step * 7) % 40)
      pause(milliseconds: 1)
    }
    print("shown", thermostat.shown.withLock { $0.count })
  }
}
