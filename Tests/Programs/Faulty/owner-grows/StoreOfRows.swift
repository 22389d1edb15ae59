// fault: owner-grows
// verdict: suspect
// proof: run
// says: what a row subscribes is put into the bag of the table, which lives as long as the program, not into the row's own

import Signals

private final class Table: Sendable {
  let selection = BehaviorRelay(0)
  let bag = DisposeBag()
}

private final class Row: Sendable {
  private let bag = DisposeBag()

  init(_ number: Int, in table: Table) {
    table.selection.distinctUntilChanged().subscribe(next: { _ in })  // LEAK
      .disposed(by: mended ? bag : table.bag)  // LEAK
  }
}

/// A table whose rows come and go as it is scrolled.
enum StoreOfRows: LeakProgram {
  static func run() {
    let table = Table()
    var shown: [Row] = []
    for number in 0..<40 {
      shown.append(Row(number, in: table))
      if shown.count > 4 { shown.removeFirst() }
      table.selection.accept(number)
      pause(milliseconds: 2)
    }
    pause(milliseconds: 30)
    killed(holding: table)
  }
}
