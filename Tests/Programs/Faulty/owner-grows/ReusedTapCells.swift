// fault: owner-grows
// verdict: suspect
// proof: run
// says: a cell keeps its bag when it is used again, so each row that it shows adds a subscription: RxSwift's commonest question

import Signals

private let buttonTaps = PublishSubject<Int>()
private nonisolated(unsafe) let table = (0..<4).map { _ in TapCell() }

private final class TapCell {
  private var bag = DisposeBag()  // LEAK

  func prepareForReuse() { if mended { bag = DisposeBag() } }

  func configure(row: Int) {
    buttonTaps.filter { $0 == row }
      .subscribe(next: { _ in })  // LEAK
      .disposed(by: bag)
  }
}

/// A table of four cells that is scrolled past a hundred rows.
enum ReusedTapCells: LeakProgram {
  static func run() {
    for row in 0..<100 {
      let cell = table[row % 4]
      cell.prepareForReuse()
      cell.configure(row: row)
      buttonTaps.next(row)
      if row % 10 == 0 { pause(milliseconds: 5) }
    }
    for row in 90..<100 { buttonTaps.next(row) }
  }
}
