// healthy: an action with several executions at a time, whose handles nobody has, and forms that subscribe to its values
// says: Every payment is answered; a till keeps the action as long as it is open and takes its subscriptions along.
// allows: nothing

import Signals

private final class Till: Sendable {
  private let pay: Action<Int, Int>
  private let bag = DisposeBag()
  private let paid = Shared(0)

  init(_ bank: QueueScheduler, _ isOpen: Signal<Bool>) {
    pay = Action(enabledIf: isOpen, allowsConcurrency: true) { amount in
      Signal<Int>.timer(after: .milliseconds(4), on: bank).map { _ in amount }
    }
    pay.values.subscribe(next: { [paid] amount in paid.update { $0 += amount } }).disposed(by: bag)
    pay.isExecuting.signal.subscribe(next: { _ in }).disposed(by: bag)
  }

  func take(_ amount: Int) { pay.execute(amount) }
}

enum PaymentsInParallel: LeakProgram {
  static func run() {
    let bank = QueueScheduler("bank")
    let isOpen = MutableProperty(true)
    for day in 0..<5 {
      let till = Till(bank, isOpen.signal)
      for customer in 0..<6 {
        till.take(day + customer)
        pause(milliseconds: 2)
      }
      pause(milliseconds: 12)
      withExtendedLifetime(till) {}
    }
    isOpen.set(false)
    pause(milliseconds: 20)
  }
}
