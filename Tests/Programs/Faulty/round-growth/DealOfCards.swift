// fault: round-growth
// verdict: likely
// proof: run
// says: the bets of a deal are watched by a subscription that is not put where the deal's others are: one more with each of seven deals

import SignalTracing
import Signals

/// A few deals at one table.
enum DealOfCards: LeakProgram {
  static func run() {
    let cards = PublishSubject<Int>()
    let bets = PublishSubject<Int>()
    let light = MutableProperty(10)
    let table = DisposeBag()
    light.signal.subscribe(next: { _ in }).disposed(by: table)
    cards.count().subscribe(next: { _ in }).disposed(by: table)
    for deal in 0..<7 {
      let players = CompositeDisposable()
      for player in 0..<2 {
        players.add(cards.filter { $0 % 2 == player }.subscribe(next: { _ in }))
      }
      let pot = bets.scan(0) { $0 + $1 }.subscribe(next: { _ in })  // LEAK
      if mended { players.add(pot) }
      for card in 0..<4 {
        cards.next(card)
        bets.next(deal + card)
        pause(milliseconds: 1)
      }
      light.set(deal)
      players.dispose()
      Trace.mark("deal over")
      pause(milliseconds: 2)
    }
    pause(milliseconds: 20)
    table.dispose()
  }
}
