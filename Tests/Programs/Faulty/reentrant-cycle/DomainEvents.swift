// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the stock changes the price, the price the offer, the offer the stock: all on one bus, within one another

import Signals

private enum DomainEvent: Sendable {
  case stockChanged(Int)
  case priceChanged(Int)
  case offerMade(Int)
}

/// What the modules of the shop tell each other.
private final class EventBus: Sendable {
  let events = PublishSubject<DomainEvent>()  // LEAK
  func publish(_ event: DomainEvent) { events.next(event) }
}

extension EventBus {
  /// The pricing module: who has much sells cheap.
  fileprivate func startPricing() -> Disposable {
    events.compactMap { if case .stockChanged(let count) = $0 { count } else { nil } }
      .subscribe(next: { self.publish(.priceChanged(1000 - $0)) })  // LEAK
  }

  /// The offers module: what is cheap is offered.
  fileprivate func startOffers() -> Disposable {
    events.compactMap { if case .priceChanged(let price) = $0 { price } else { nil } }
      .filter { mended ? $0 < 0 : $0 > 500 }
      .subscribe(next: { self.publish(.offerMade($0)) })  // LEAK
  }

  /// The stock module: what is offered is sold.
  fileprivate func startStock() -> Disposable {
    events.compactMap { if case .offerMade(let price) = $0 { 1000 - price } else { nil } }
      .subscribe(next: { self.publish(.stockChanged($0 + 1)) })  // LEAK
  }
}

enum DomainEvents: LeakProgram {
  static func run() {
    let bus = EventBus()
    let modules = CompositeDisposable([bus.startPricing(), bus.startOffers(), bus.startStock()])
    let audit = bus.events.subscribe(next: { _ in })
    for delivery in 0..<3 {
      bus.publish(.stockChanged(delivery))
      pause(milliseconds: 5)
    }
    modules.dispose()
    audit.dispose()
  }
}
