// healthy: values that are left out, inner signals one at a time; one in the middle of its way at exit
// says: A call that comes while the elevator moves is left out; each ride is a few floors and ends.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Elevator: Sendable {
  let calls = PublishSubject<Int>()
  let floors = Atomic<Int>(0)
  private let motor = QueueScheduler("motor")
  private let bag = DisposeBag()

  func start() {
    calls
      .flatMapFirst { [motor] floor in
        Signal<Int>.interval(.milliseconds(3), on: motor).take(while: { $0 < floor })
      }
      .subscribe(next: { _ in self.floors.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ElevatorCalls: LeakProgram {
  static func run() {
    let elevators = (0..<3).map { _ in Elevator() }
    for elevator in elevators { elevator.start() }
    for call in 0..<60 {
      elevators[call % 3].calls.next(1 + call % 9)
      pause(milliseconds: 4)
    }
    print("floors", elevators.map { $0.floors.load(ordering: .relaxed) > 5 })
    exit(0)
  }
}
