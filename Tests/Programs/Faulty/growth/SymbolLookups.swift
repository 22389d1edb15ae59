// fault: growth
// verdict: suspect
// proof: run
// says: an execution of the action follows its symbol for ever; switchToLatest lets go of its values, not of the execution

import Signals

private struct Tick: Sendable {
  let symbol: Int
  let price: Int
}

/// A field in which one types a symbol, to see its price.
private final class PriceField: Sendable {
  let lookup: Action<Int, Int>
  private let bag = DisposeBag()
  private let shown = Shared(0)

  init(_ ticks: Signal<Tick>) {
    lookup = Action(allowsConcurrency: true) { symbol in  // LEAK
      let prices = ticks.filter { $0.symbol == symbol }.map(\.price)
      return mended ? prices.take(2) : prices
    }
    lookup.executions.switchToLatest()
      .subscribe(next: { [shown] price in shown.update { $0 = price } })
      .disposed(by: bag)
  }
}

enum SymbolLookups: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Tick>()
    let volume = ticks.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    let field = PriceField(ticks)
    for symbol in 0..<14 {
      field.lookup.execute(symbol)
      for price in 0..<3 {
        for quoted in max(0, symbol - 2)...symbol { ticks.next(Tick(symbol: quoted, price: price)) }
        pause(milliseconds: 2)
      }
    }
    pause(milliseconds: 30)
    volume.dispose()
    withExtendedLifetime(field) {}
  }
}
