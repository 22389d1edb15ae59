// fault: owner-grows
// verdict: suspect
// proof: run
// says: every checkout puts its subscription into the bag of the service, which lives as long as the program

import Signals
import Synchronization

private struct Promotion: Sendable {
  let code: String
  let percent: Int
}

/// The promotions of the day.
private final class PromotionBoard: Sendable {
  private let current = BehaviorRelay(Promotion(code: "none", percent: 0))

  var promotions: Signal<Promotion> { current }

  func announce(_ promotion: Promotion) { current.accept(promotion) }
}

/// What a customer is about to buy.
private final class Cart: Sendable {
  let total = Shared(0)
  let bag = DisposeBag()
  private let prices: [Int]

  init(prices: [Int]) { self.prices = prices }

  func apply(_ promotion: Promotion) {
    let sum = prices.reduce(0, +)
    total.update { $0 = sum * (100 - promotion.percent) / 100 }
  }
}

/// Looks after all carts.
private final class CheckoutService: Sendable {
  let sold = Atomic<Int>(0)
  private let board: PromotionBoard
  private let bag = DisposeBag()
  private let reports = PublishSubject<Int>()

  init(_ board: PromotionBoard) {
    self.board = board
    reports.buffer(for: .milliseconds(40), count: 10, on: QueueScheduler("reports"))
      .subscribe(next: { [weak self] in self?.report($0) })
      .disposed(by: bag)
  }

  func begin(_ cart: Cart) {
    let following = board.promotions
      .filter { $0.percent < 60 }
      .bind(to: cart) { cart, promotion in cart.apply(promotion) }  // LEAK
    if mended {
      following.disposed(by: cart.bag)
    } else {
      following.disposed(by: bag)  // LEAK
    }
  }

  func pay(_ cart: Cart) { reports.next(cart.total.value) }

  private func report(_ totals: [Int]) { sold.add(totals.count, ordering: .relaxed) }
}

/// Customers come one after another, each with a cart.
private final class Shop {
  private let service: CheckoutService
  private var waiting: [Cart] = []

  init(_ service: CheckoutService) { self.service = service }

  func customer(_ number: Int) {
    let cart = Cart(prices: (0...number % 4).map { 300 + 120 * $0 })
    service.begin(cart)
    waiting.append(cart)
    if waiting.count > 3 { service.pay(waiting.removeFirst()) }
  }
}

enum CouponChecks: LeakProgram {
  static func run() {
    let board = PromotionBoard()
    let service = CheckoutService(board)
    let shop = Shop(service)
    board.announce(Promotion(code: "morning", percent: 10))
    for number in 0..<40 {
      shop.customer(number)
      pause(milliseconds: 8)
    }
    pause(milliseconds: 60)
    print("sold", service.sold.load(ordering: .relaxed))
  }
}
