// fault: alternative-that-never-sends
// verdict: suspect
// proof: run
// says: the alternative for an empty result is a closure that only makes a signal; nothing comes, and the request waits
// source: reactor/reactor-core #2485
// fix: the alternative signal itself is given to the operator

import Signals

private struct Offer: Sendable {
  let name: String
  let price: Int
}

/// A catalogue that finds something, or completes without a value.
private final class Catalogue: Sendable {
  private let shelves = QueueScheduler("shelves")
  private let prices = ["lamp": 30, "chair": 55, "desk": 140]

  func offers(for word: String) -> Signal<Offer> {
    Signal<Int>.timer(after: .milliseconds(4), on: shelves)
      .compactMap { [prices] _ in prices[word].map { Offer(name: word, price: $0) } }
  }

  var bestSellers: Signal<Offer> {
    .of(Offer(name: "candle", price: 4), Offer(name: "sofa", price: 410), Offer(name: "cup", price: 6))
  }
}

/// Answers requests for offers.
private final class OfferHandler: Sendable {
  let answered = Shared<[Int]>([])
  private let catalogue = Catalogue()
  private let bag = DisposeBag()

  func handle(_ word: String) {
    let found = catalogue.offers(for: word)
    let instead = catalogue.bestSellers.filter { $0.price < 100 }
    let offers: Signal<Offer>
    if mended {
      offers = found.switchIfEmpty(instead)
    } else {
      offers = found.switchIfEmpty(
        .create { _ in  // LEAK
          _ = instead.map { $0.name }
          return nil
        })
    }
    offers.collect()
      .subscribe(next: { [answered] offers in answered.update { $0.append(offers.count) } })
      .disposed(by: bag)
  }
}

enum OfferLookups: LeakProgram {
  static func run() {
    let handler = OfferHandler()
    let requests = PublishSubject<String>()
    let log = requests.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    let words = ["lamp", "stool", "desk", "chair", "rug", "lamp"]
    for word in words {
      requests.next(word)
      handler.handle(word)
      pause(milliseconds: 15)
    }
    pause(milliseconds: 40)
    print("answered", handler.answered.value.count, "of", words.count)
    log.dispose()
    killed(holding: handler)
  }
}
