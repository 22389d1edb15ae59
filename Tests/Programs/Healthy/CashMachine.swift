// healthy: the same cold signal subscribed to again and again, in turn
// says: Each customer asks the bank for a balance of the moment; nobody asks before the one in front has the answer.
// allows: nothing

import Signals

/// A bank that takes some milliseconds for an answer.
private final class Bank: Sendable {
  private let line = QueueScheduler("line")
  private let money = Shared(1_000)

  var balance: Signal<Int> {
    .create { [line, money] subscriber in
      line.schedule(after: .milliseconds(5)) {
        subscriber.next(money.value)
        subscriber.completed()
      }
    }
  }

  func pay(_ amount: Int) { money.update { $0 -= amount } }
}

private final class Terminal: Sendable {
  private let bank = Bank()
  private let balance: Signal<Int>
  let shown = Shared<[Int]>([])

  init() { balance = bank.balance }

  func serve(_ amount: Int) {
    let isServed = Flag()
    _ = balance.map { $0 / 10 * 10 }
      .subscribe(
        next: { [shown] balance in shown.update { $0.append(balance) } },
        completed: { isServed.raise() })
    isServed.wait()
    bank.pay(amount)
  }
}

enum CashMachine: LeakProgram {
  static func run() {
    let terminal = Terminal()
    for customer in 0..<24 {
      terminal.serve(10 + customer)
      pause(milliseconds: 1)
    }
    print("shown", terminal.shown.value.count, "last", terminal.shown.value.last ?? 0)
  }
}
