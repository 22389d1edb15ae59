// healthy: two properties that are bound to each other
// says: The digit and its note set one another, and agree at once: what is equal is not sent again.
// allows: nothing

import Signals

private final class Cell: Sendable {
  let digit = MutableProperty(0)
  let note = MutableProperty("")
  private let bag = DisposeBag()

  init() {
    digit.signal.map { $0 == 0 ? "" : "\($0)" }.distinctUntilChanged()
      .filter { [note] in note.value != $0 }
      .bind(to: note).disposed(by: bag)
    note.signal.map { Int($0) ?? 0 }.distinctUntilChanged()
      .filter { [digit] in digit.value != $0 }
      .bind(to: digit).disposed(by: bag)
  }
}

enum SudokuCells: LeakProgram {
  static func run() {
    let cells = (0..<9).map { _ in Cell() }
    let written = Shared(0)
    let bag = DisposeBag()
    for cell in cells {
      cell.digit.signal.skip(1).subscribe(next: { _ in written.update { $0 += 1 } }).disposed(by: bag)
    }
    for move in 0..<40 {
      if move % 2 == 0 {
        cells[move % 9].digit.set(move % 9 + 1)
      } else {
        cells[move % 9].note.set("\(move % 7 + 1)")
      }
      pause(milliseconds: 3)
    }
    print("written", written.value)
    bag.dispose()
  }
}
