// healthy: alive from first to last without a single value
// says: Ten alarms wait for something to happen, and nothing does; each is held by its room.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Room: Sendable {
  let smoke = PublishSubject<Int>()
  private let bag = DisposeBag()

  init(_ alarm: @escaping @Sendable (Int) -> Void) {
    smoke.filter { $0 > 3 }.subscribe(next: alarm).disposed(by: bag)
  }
}

enum QuietNight: LeakProgram {
  static func run() {
    let alarms = Atomic<Int>(0)
    let rooms = (0..<10).map { _ in Room { _ in alarms.add(1, ordering: .relaxed) } }
    let clock = PublishSubject<Int>()
    let bag = DisposeBag()
    clock.scan(0, +).subscribe(next: { _ in }).disposed(by: bag)
    for hour in 0..<8 {
      clock.next(hour)
      pause(milliseconds: 70)
    }
    withExtendedLifetime((rooms, bag)) { print("alarms", alarms.load(ordering: .relaxed)) }
    exit(0)
  }
}
