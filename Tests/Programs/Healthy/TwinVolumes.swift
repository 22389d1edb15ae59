// healthy: sends within a delivery
// says: The two views of the volume set one another; what is equal goes no further, so they are quiet after one step.
// allows: nothing

import Signals

enum TwinVolumes: LeakProgram {
  static func run() {
    let percent = BehaviorRelay(0)
    let steps = BehaviorRelay(0)
    let bag = DisposeBag()
    percent.map { $0 / 10 }.distinctUntilChanged().subscribe(next: { value in
      if steps.value != value { steps.accept(value) }
    }).disposed(by: bag)
    steps.map { $0 * 10 }.distinctUntilChanged().subscribe(next: { value in
      if percent.value / 10 * 10 != value { percent.accept(value) }
    }).disposed(by: bag)
    for value in stride(from: 0, through: 100, by: 5) {
      percent.accept(value)
      steps.accept(value / 10)
      pause(milliseconds: 1)
    }
    bag.dispose()
  }
}
