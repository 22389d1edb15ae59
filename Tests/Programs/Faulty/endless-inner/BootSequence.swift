// fault: endless-inner
// verdict: suspect
// proof: run
// says: the second of three parts never completes: what comes behind it is never begun

import Signals

private func boot(_ number: Int, _ clock: QueueScheduler) -> Signal<Int> {
  let network = Signal<Int>.interval(.milliseconds(2), on: clock)
  return Signal.concat([.of(1, 2), mended ? network.take(2) : network, .just(number)])  // LEAK
}

/// Devices that start: firmware, network, and then the report that they are up.
enum BootSequence: LeakProgram {
  static func run() {
    let clock = QueueScheduler("boot")
    let bag = DisposeBag()
    for number in 0..<15 {
      boot(number, clock).subscribe(next: { _ in }).disposed(by: bag)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 80)
    bag.dispose()
  }
}
