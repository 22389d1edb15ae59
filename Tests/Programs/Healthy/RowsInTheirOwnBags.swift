// healthy: many of a kind
// says: Each row has a bag of its own, which goes with it; four rows are shown at the end.
// allows: nothing

import Signals

private final class Table: Sendable { let selection = BehaviorRelay(0) }

private final class Row: Sendable {
  private let bag = DisposeBag()

  init(_ number: Int, in table: Table) {
    table.selection.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum RowsInTheirOwnBags: LeakProgram {
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
    withExtendedLifetime(shown) {}
    killed(holding: table)
  }
}
