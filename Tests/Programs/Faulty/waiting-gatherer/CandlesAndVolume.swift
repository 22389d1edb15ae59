// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip pairs a price of each trade with the volume of each minute, so that nearly all prices wait for a partner

import Signals

private struct Exchange {
  let prices = PublishSubject<Double>()
  let volumes = PublishSubject<Int>()
}

private struct ChartPoint: Sendable {
  var price: Double
  var volume: Int
}

/// The chart of a share, with a bar for the volume below each point.
private final class ChartViewModel {
  let points: Signal<ChartPoint>

  init(_ exchange: Exchange) {
    if mended {
      points = exchange.volumes.withLatestFrom(exchange.prices) { ChartPoint(price: $1, volume: $0) }
    } else {
      points = zip(exchange.prices, exchange.volumes)  // LEAK
        .map { ChartPoint(price: $0, volume: $1) }
    }
  }
}

enum CandlesAndVolume: LeakProgram {
  static func run() {
    let exchange = Exchange()
    let chart = ChartViewModel(exchange)
    let newest = Shared(0.0)
    let bag = DisposeBag()
    chart.points.subscribe(next: { point in newest.update { $0 = point.price } }).disposed(by: bag)
    for minute in 0..<6 {
      for trade in 0..<40 { exchange.prices.next(Double(100 + minute * 40 + trade)) }
      exchange.volumes.next(40)
      pause(milliseconds: 12)
    }
    print("newest on the chart", newest.value, "of 339.0")
    bag.dispose()
  }
}
