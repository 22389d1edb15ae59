// fault: owner-grows
// verdict: suspect
// proof: run
// says: a row that is used again for another bottle keeps the bag of the one before, and follows the shelves of them all

import Glibc
import Signals

private struct Climate: Sendable {
  let shelf: Int
  let degrees: Int
}

/// A row of the list, which scrolls out above and comes in below with another bottle.
private final class BottleRow {
  private let text = Shared("")
  private var bag = DisposeBag()  // LEAK

  func prepareForReuse() {
    text.update { $0 = "" }
    if mended { bag = DisposeBag() }  // LEAK
  }

  func show(_ bottle: Int, _ climate: Signal<Climate>) {
    climate.filter { $0.shelf == bottle % 9 }
      .map { "bottle \(bottle): \($0.degrees)°" }
      .subscribe(next: { [text] new in text.update { $0 = new } })  // LEAK
      .disposed(by: bag)
  }
}

/// The list of a cellar: six rows are enough for all bottles.
private struct CellarList {
  private let rows = (0..<6).map { _ in BottleRow() }
  let climate: Signal<Climate>

  func scroll(to bottle: Int) {
    let row = rows[bottle % 6]
    row.prepareForReuse()
    row.show(bottle, climate)
  }
}

enum WineCellarRows: LeakProgram {
  static func run() {
    let climate = PublishSubject<Climate>()
    let list = CellarList(climate: climate)
    for bottle in 0..<54 {
      list.scroll(to: bottle)
      climate.next(Climate(shelf: bottle % 9, degrees: 11 + bottle % 3))
      pause(milliseconds: 3)
    }
    for shelf in 0..<9 {
      climate.next(Climate(shelf: shelf, degrees: 12))
      pause(milliseconds: 3)
    }
    print("scrolled to the end")
    withExtendedLifetime(list) { exit(0) }
  }
}
