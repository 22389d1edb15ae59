// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each load subscribes to the moisture within next, and is followed on when the next load is in the dryer

import Dispatch
import Signals

private struct Load: Sendable {
  let number: Int
  let limit: Int
}

/// Dries one load of grain after the other.
private final class Dryer: Sendable {
  let loads = PublishSubject<Load>()
  let moisture = PublishSubject<Int>()
  let isTooWet = Shared(0)
  private let bag = DisposeBag()

  func start() {
    if mended {
      loads
        .flatMapLatest { [moisture] load in moisture.map { $0 - load.limit } }
        .subscribe(next: { [weak self] excess in self?.note(excess) })
        .disposed(by: bag)
    } else {
      loads
        .subscribe(next: { [moisture, weak self] load in
          _ = moisture.map { $0 - load.limit }
            .subscribe(next: { [weak self] excess in self?.note(excess) })  // LEAK
        })
        .disposed(by: bag)
    }
  }

  private func note(_ excess: Int) { if excess > 0 { isTooWet.update { $0 += 1 } } }
}

enum GrainDryers: LeakProgram {
  static func run() {
    let dryer = Dryer()
    dryer.start()
    let isOpen = Shared(true)
    let farmers = DispatchGroup()
    DispatchQueue.global().async(group: farmers) {
      for number in 0..<18 {
        dryer.loads.next(Load(number: number, limit: 14 + number % 4))
        pause(milliseconds: 6)
      }
    }
    DispatchQueue.global().async(group: farmers) {
      var step = 0
      while isOpen.value {
        dryer.moisture.next(10 + step * 7 % 11)
        step += 1
        pause(milliseconds: 1)
      }
    }
    let fan = Signal<Int>.interval(.milliseconds(2), on: QueueScheduler("fan")).subscribe(next: { _ in })
    pause(milliseconds: 230)
    print("too wet", dryer.isTooWet.value > 0)
    isOpen.update { $0 = false }
    farmers.wait()
    withExtendedLifetime(fan) {}
    dryer.loads.completed()
    dryer.moisture.completed()
  }
}
