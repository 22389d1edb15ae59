// healthy: a rate that was looked at once stays connected without subscribers, for each pair of currencies
// says: The replay is there so that the next order has a rate at once; the desk ends all of them as it closes.
// allows: nothing

import Signals

private final class RateSource: Sendable {
  private let line = QueueScheduler("rate line")

  func ticks(of pair: String) -> Signal<Double> {
    Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(8), on: line)
      .map { 1 + Double(($0 + pair.count) % 10) / 100 }
  }
}

/// Keeps the latest rate of every pair that anybody has asked for.
private final class RateCache: Sendable {
  private let source = RateSource()
  private let closed = PublishSubject<Void>()
  private let rates = Shared<[String: Signal<Double>]>([:])

  func rate(of pair: String) -> Signal<Double> {
    if let known = rates.value[pair] { return known }
    let rate = source.ticks(of: pair).take(until: closed).replayLast()
    rates.update { $0[pair] = rate }
    return rate
  }

  func close() { closed.next(()) }
}

private final class OrderTicket: Sendable {
  let filled = Shared<Double?>(nil)
  private let bag = DisposeBag()

  init(_ pair: String, amount: Double, _ cache: RateCache) {
    cache.rate(of: pair)
      .take(1)
      .map { $0 * amount }
      .subscribe(next: { [filled] value in filled.update { $0 = value } })
      .disposed(by: bag)
  }
}

enum FxReferenceRates: LeakProgram {
  static func run() {
    let cache = RateCache()
    let pairs = ["EURUSD", "GBPUSD", "USDJPY", "EURCHF", "AUDNZD"]
    for pair in pairs { _ = OrderTicket(pair, amount: 1, cache) }
    pause(milliseconds: 30)
    var filled = 0
    for order in 0..<15 {
      let ticket = OrderTicket(pairs[order * 2 % 5], amount: Double(order), cache)
      if ticket.filled.value != nil { filled += 1 }
      pause(milliseconds: 22)
    }
    cache.close()
    pause(milliseconds: 40)
    print("filled at once", filled)
  }
}
