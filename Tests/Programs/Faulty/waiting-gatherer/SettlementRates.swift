// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the rates fail before the first of them came, and that is hushed up; every trade waits for a rate, and is dropped

import Signals

private struct LineDown: Error {}

private struct Trade: Sendable {
  let amount: Double
}

/// Turns trades into euros, at the rate of the moment.
private final class Settlement: Sendable {
  let trades = PublishSubject<Trade>()
  let rates = PublishSubject<Double>()
  let settled = Shared(0)
  private let bag = DisposeBag()

  func open(yesterday: Double) {
    let safe = mended ? rates.catchAndReturn(yesterday) : rates.ignoreFailure()  // LEAK
    trades
      .withLatestFrom(safe) { trade, rate in trade.amount * rate }  // LEAK
      .subscribe(next: { [settled] _ in settled.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum SettlementRates: LeakProgram {
  static func run() {
    let settlement = Settlement()
    settlement.open(yesterday: 1.08)
    settlement.rates.error(LineDown())
    for trade in 0..<60 {
      settlement.trades.next(Trade(amount: Double(trade)))
      pause(milliseconds: 2)
    }
    settlement.close()
    print("settled", settlement.settled.value, "of 60")
  }
}
