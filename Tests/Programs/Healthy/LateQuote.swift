// healthy: dispose was not passed on
// says: The first request begins the price feed of the whole program within its create. Its own answer comes late, to nobody.
// allows: nothing

import Signals

/// The prices that the program holds as long as it runs.
private final class PriceFeed: Sendable {
  let ticks = PublishRelay<Int>()
  private let latest = Shared(0)
  private let bag = DisposeBag()

  var price: Int { latest.value }

  func begin() {
    ticks.subscribe(next: { [latest] price in latest.update { $0 = price } }).disposed(by: bag)
  }
}

private final class Broker: Sendable {
  let feed = PriceFeed()
  private let answers = Shared<[Subscriber<Int>]>([])
  private let isFirst = Shared(true)

  func quote() -> Signal<Int> {
    .create { [self] subscriber in
      let begins = isFirst.update { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if begins { feed.begin() }
      answers.update { $0.append(subscriber) }
      return nil
    }
  }

  func answerAll() {
    let waiting = answers.update { answers -> [Subscriber<Int>] in
      defer { answers = [] }
      return answers
    }
    for subscriber in waiting {
      subscriber.next(feed.price)
      subscriber.completed()
    }
  }
}

enum LateQuote: LeakProgram {
  static func run() {
    let broker = Broker()
    let got = Shared(0)
    // The customer has left before the answer.
    broker.quote().subscribe(next: { _ in got.update { $0 += 1 } }).dispose()
    for minute in 0..<40 {
      broker.feed.ticks.accept(minute)
      if minute == 6 { broker.answerAll() }
      if minute % 10 == 5 {
        let bag = DisposeBag()
        broker.quote().subscribe(next: { _ in got.update { $0 += 1 } }).disposed(by: bag)
        broker.answerAll()
        bag.dispose()
      }
      pause(milliseconds: 4)
    }
    print("got", got.value, "price", broker.feed.price)
  }
}
