// healthy: a stop undone by repeat
// says: Logging out ends one visit, and repeat shows the welcome page to the next visitor; the kiosk does so until it is switched off.
// allows: nothing

import Signals
import Synchronization

private final class Kiosk: Sendable {
  let touches = PublishSubject<Int>()
  let logout = PublishSubject<Void>()
  let visits = Atomic<Int>(0)
  private let bag = DisposeBag()

  func switchOn() {
    touches
      .onSubscribe { self.visits.add(1, ordering: .relaxed) }
      .take(until: logout)
      .repeat()
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum KioskSessions: LeakProgram {
  static func run() {
    let kiosk = Kiosk()
    kiosk.switchOn()
    for visitor in 0..<25 {
      for touch in 0..<6 { kiosk.touches.next(visitor * 10 + touch) }
      kiosk.logout.next(())
      pause(milliseconds: 4)
    }
    print("visits", kiosk.visits.load(ordering: .relaxed))
  }
}
