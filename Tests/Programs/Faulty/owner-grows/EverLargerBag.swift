// fault: owner-grows
// verdict: suspect
// proof: run
// says: the cell's bag is made once, and each reuse adds to it

import Signals

/// A cell that is used again for each row of a long list.
enum EverLargerBag: LeakProgram {
  static func run() {
    let picture = PublishSubject<Int>()
    let cell = Cell()
    for row in 0..<60 {
      cell.show(row, picture)
      picture.next(row)
      if row % 5 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 30)
    withExtendedLifetime(cell) {}
  }
}

private final class Cell {
  private var bag = DisposeBag()  // LEAK

  func show(_ row: Int, _ picture: Signal<Int>) {
    if mended { bag = DisposeBag() }
    picture.filter { $0 == row }.subscribe(next: { _ in }).disposed(by: bag)  // LEAK
  }
}
