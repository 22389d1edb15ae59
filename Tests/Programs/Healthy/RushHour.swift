// healthy: growth; the process ends at the height of a wave
// says: Travellers come in waves and leave again; the process is told to exit in the middle of a rush, when most are there.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Traveller: Sendable {
  let calls = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ loudspeaker: Signal<Int>, train: Int) {
    loudspeaker
      .filter { $0 % 12 == train }
      .subscribe(next: { [weak self] _ in self?.calls.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum RushHour: LeakProgram {
  static func run() {
    let loudspeaker = PublishSubject<Int>()
    let platform = Shared<[Traveller]>([])
    for minute in 0..<150 {
      let phase = minute % 60
      let wanted = phase < 30 ? phase * 4 : (60 - phase) * 4
      while platform.value.count < wanted {
        let traveller = Traveller(loudspeaker, train: minute % 12)
        platform.update { $0.append(traveller) }
      }
      platform.update { if $0.count > wanted { $0.removeFirst($0.count - wanted) } }
      loudspeaker.next(minute)
      pause(milliseconds: 5)
    }
    print("waiting", platform.value.count)
    exit(0)
  }
}
