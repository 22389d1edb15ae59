// fault: forgotten-handle
// verdict: likely
// proof: run
// says: each screen that opens begins three streams; two are in its bag and end with it, the one for offers is in none

import Signals

private struct Offer: Sendable {
  let account: Int
  let text: String
}

private final class Bank: Sendable {
  let balance = BehaviorRelay(1000)
  let rates = PublishSubject<Int>()
  let offers = PublishSubject<Offer>()
}

/// The statement of an account, as long as somebody reads it.
private final class StatementScreen: Sendable {
  private let bag = DisposeBag()
  private let lines = Shared<[String]>([])

  func appear(_ account: Int, _ bank: Bank) {
    let lines = lines
    bank.balance.subscribe(next: { amount in lines.update { $0.append("has \(amount)") } }).disposed(by: bag)
    bank.rates.filter { $0 % 2 == account % 2 }
      .subscribe(next: { rate in lines.update { $0.append("rate \(rate)") } })
      .disposed(by: bag)
    let offers = bank.offers.filter { $0.account <= account }
      .subscribe(next: { offer in lines.update { $0.append(offer.text) } })  // LEAK
    if mended { offers.disposed(by: bag) }
  }

  var length: Int { lines.value.count }
}

enum StatementScreens: LeakProgram {
  static func run() {
    let bank = Bank()
    let total = bank.balance.subscribe(next: { _ in })
    var read = 0
    for account in 0..<11 {
      let screen = StatementScreen()
      screen.appear(account, bank)
      bank.balance.accept(1000 - account)
      bank.rates.next(account)
      bank.offers.next(Offer(account: account, text: "a card"))
      pause(milliseconds: 9)
      read += screen.length
    }
    for day in 0..<25 {
      bank.rates.next(day)
      bank.offers.next(Offer(account: day % 11, text: "a loan"))
      pause(milliseconds: 4)
    }
    print("read", read)
    total.dispose()
  }
}
