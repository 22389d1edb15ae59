// healthy: of ten that one line began, two were disposed, and eight never end, though nobody looks at them
// says: The cache keeps the charts of eight symbols fresh, which is its size; for a ninth it disposes the oldest.
// allows: nothing

import Signals

private struct Tick: Sendable {
  let symbol: Int
  let price: Int
}

private final class Chart: Sendable {
  private let prices = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ symbol: Int, _ ticks: Signal<Tick>) {
    let prices = prices
    ticks.filter { $0.symbol == symbol }.map(\.price)
      .subscribe(next: { price in prices.update { $0 = $0.suffix(19) + [price] } })
      .disposed(by: bag)
  }

  var newest: Int { prices.value.last ?? 0 }
}

private final class Charts {
  private let limit = 8
  private var kept: [(symbol: Int, chart: Chart)] = []
  private let ticks: Signal<Tick>

  init(_ ticks: Signal<Tick>) { self.ticks = ticks }

  func chart(of symbol: Int) -> Chart {
    if let place = kept.firstIndex(where: { $0.symbol == symbol }) {
      kept.append(kept.remove(at: place))
    } else {
      if kept.count == limit { kept.removeFirst() }
      kept.append((symbol, Chart(symbol, ticks)))
    }
    return kept[kept.count - 1].chart
  }
}

enum ChartCache: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Tick>()
    let charts = Charts(ticks)
    var sum = 0
    for look in 0..<60 {
      let symbol = look < 20 ? look / 2 : 2 + look % 8
      sum += charts.chart(of: symbol).newest
      for symbol in 0..<10 { ticks.next(Tick(symbol: symbol, price: look)) }
      pause(milliseconds: 8)
    }
    print("sum", sum > 0)
    withExtendedLifetime(charts) {}
  }
}
