// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: either dial is bound to the other, with a correction of one that never lets them agree (RxBiBinding: reentrancy)

import Signals

/// Two dials of one oven.
enum RelayEcho: LeakProgram {
  static func run() {
    let left = BehaviorRelay(0)
    let right = BehaviorRelay(0)
    let bag = DisposeBag()
    let door = PublishRelay<Bool>()
    door.subscribe(next: { _ in }).disposed(by: bag)
    left.filter { $0 > 100 }.subscribe(next: { _ in }).disposed(by: bag)
    if mended {
      left.distinctUntilChanged().bind(to: right).disposed(by: bag)
      right.distinctUntilChanged().bind(to: left).disposed(by: bag)
    } else {
      left.map { $0 + 1 }.filter { $0 < 130 }.bind(to: right).disposed(by: bag)  // LEAK
      right.bind(to: left).disposed(by: bag)  // LEAK
    }
    for turn in 0..<8 {
      left.accept(turn)
      door.accept(turn % 2 == 0)
      pause(milliseconds: 5)
    }
    bag.dispose()
  }
}
