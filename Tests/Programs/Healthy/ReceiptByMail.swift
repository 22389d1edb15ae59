// healthy: the object that owns a subscription goes, and the subscription is alive and fed after it
// says: The page of a purchase is closed before its receipt is sent; the request is finite, and its answer comes.
// allows: nothing

import Signals

private final class Mailer: Sendable {
  private let net = QueueScheduler("mail")

  /// Queued, sent, delivered.
  func send(_ receipt: Int) -> Signal<String> {
    Signal<Int>.interval(.milliseconds(7), on: net).take(3).map { ["queued", "sent", "delivered"][$0] }
  }
}

/// The page that is shown after a purchase, until the customer goes on.
private final class PurchasePage: Sendable {
  private let number: Int
  private let bag: DisposeBag

  init(_ number: Int, _ mailer: Mailer, _ recommendations: Signal<Int>, _ log: Shared<Int>) {
    self.number = number
    bag = DisposeBag()
    recommendations.filter { $0 != number }.subscribe(next: { _ in }).owned(by: self).disposed(by: bag)
    mailer.send(number)
      .subscribe(next: { state in if state == "delivered" { log.update { $0 += 1 } } })
      .owned(by: self)
  }
}

enum ReceiptByMail: LeakProgram {
  static func run() {
    let mailer = Mailer()
    let recommendations = PublishSubject<Int>()
    let log = Shared(0)
    for purchase in 0..<20 {
      let page = PurchasePage(purchase, mailer, recommendations, log)
      recommendations.next(purchase + 1)
      pause(milliseconds: purchase % 3 == 0 ? 4 : 16)
      withExtendedLifetime(page) {}
    }
    pause(milliseconds: 120)
    recommendations.next(0)
    print("receipts", log.value)
  }
}
