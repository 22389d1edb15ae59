// fault: owner-grows
// verdict: suspect
// proof: run
// says: a cell that is used for another card adds to its bag, and never empties it: it hears of all cards it ever showed

import Signals

private struct Price: Sendable {
  let card: Int
  let cents: Int
}

private final class CardCell {
  private var bag = DisposeBag()  // LEAK
  private var header = DisposeBag()
  private let label = Shared("")

  func show(_ card: Int, _ prices: Signal<Price>, _ stock: Signal<Int>) {
    if mended { bag = DisposeBag() }
    header = DisposeBag()
    let label = label
    prices.filter { $0.card == card }
      .subscribe(next: { price in label.update { $0 = "\(price.cents) cents" } })  // LEAK
      .disposed(by: bag)  // LEAK
    stock.subscribe(next: { _ in }).disposed(by: header)
  }

  var text: String { label.value }
}

/// A list of forty cards in four cells.
enum CardsInCells: LeakProgram {
  static func run() {
    let prices = PublishSubject<Price>()
    let stock = PublishSubject<Int>()
    let cells = (0..<4).map { _ in CardCell() }
    var texts: Set<String> = []
    for card in 0..<40 {
      let cell = cells[card % 4]
      cell.show(card, prices, stock)
      for visible in max(0, card - 3)...card { prices.next(Price(card: visible, cents: card * 10)) }
      stock.next(card)
      texts.insert(cell.text)
      pause(milliseconds: 6)
    }
    for round in 0..<10 {
      for card in 0..<40 { prices.next(Price(card: card, cents: round)) }
      pause(milliseconds: 5)
    }
    print("texts", texts.count)
    withExtendedLifetime(cells) {}
  }
}
