// healthy: a gatherer that waits for one silent input; a timer that would end it
// says: A transfer waits for both banks; one bank has not answered yet, and there is a limit to the waiting.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Bank: Sendable {
  private let queue = QueueScheduler("bank")
  func confirm(_ transfer: Int, after milliseconds: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(milliseconds), on: queue).map { _ in transfer }
  }
}

private final class Clearing: Sendable {
  let settled = Atomic<Int>(0)
  private let clock = QueueScheduler("clearing")
  private let bag = DisposeBag()

  func settle(_ transfer: Int, _ one: Bank, _ other: Bank) {
    zip(one.confirm(transfer, after: 3), other.confirm(transfer, after: transfer == 33 ? 1500 : 8))
      .timeout(.seconds(3), on: clock)
      .subscribe(next: { _ in self.settled.add(1, ordering: .relaxed) }, error: { _ in })
      .disposed(by: bag)
  }
}

enum BankTransfers: LeakProgram {
  static func run() {
    let banks = [Bank(), Bank()]
    let clearing = Clearing()
    for transfer in 0..<50 {
      clearing.settle(transfer, banks[0], banks[1])
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
    print("settled", clearing.settled.load(ordering: .relaxed) > 30)
    exit(0)
  }
}
