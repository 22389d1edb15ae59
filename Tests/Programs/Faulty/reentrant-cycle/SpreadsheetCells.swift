// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the discount is taken off the price that it is computed from, so each price sets the next one, within one another

import Signals

/// Three cells of an offer. A change of one is worked out into the others.
private struct Offer {
  let listPrice = BehaviorRelay(0)
  let price = BehaviorRelay(0)
  let discount = BehaviorRelay(0)
  let edits = Shared(0)
  private let bag = DisposeBag()

  init() {
    let (listPrice, price) = (listPrice, price)
    listPrice.bind(to: price).disposed(by: bag)
    if mended {
      listPrice.map { $0 / 10 }.filter { $0 > 0 }.bind(to: discount).disposed(by: bag)
      discount.map { listPrice.value - $0 }.bind(to: price).disposed(by: bag)
    } else {
      price.map { $0 / 10 }.filter { $0 > 0 }.bind(to: discount).disposed(by: bag)  // LEAK
      discount.skip(1).map { price.value - $0 }.bind(to: price).disposed(by: bag)  // LEAK
    }
    price.subscribe(next: { [edits] _ in edits.update { $0 += 1 } }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum SpreadsheetCells: LeakProgram {
  static func run() {
    let offer = Offer()
    for row in 0..<8 {
      offer.listPrice.accept(3000 + row * 100)
      pause(milliseconds: 4)
      print("row", row, "costs", offer.price.value)
    }
    print("edits", offer.edits.value)
    offer.close()
  }
}
