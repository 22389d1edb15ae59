// healthy: an owner overwritten again and again
// says: A cell that is used again gets a new bag, and the old one disposes what it held as it goes.
// allows: nothing

import Signals
import Synchronization

private final class Cell: Sendable {
  private let bag = Mutex(DisposeBag())
  let text = Mutex("")

  func show(_ row: BehaviorSubject<String>) {
    let new = DisposeBag()
    row.map { $0.uppercased() }
      .subscribe(next: { [weak self] text in self?.text.withLock { $0 = text } })
      .disposed(by: new)
    bag.withLock { $0 = new }
  }
}

enum ReusedCells: LeakProgram {
  static func run() {
    let rows = (0..<200).map { BehaviorSubject("row \($0)") }
    let cells = (0..<8).map { _ in Cell() }
    for top in 0..<(rows.count - cells.count) {
      cells[top % cells.count].show(rows[top + cells.count])
      rows[top].next("changed \(top)")
      if top % 10 == 0 { pause(milliseconds: 4) }
    }
    print(cells.map { $0.text.withLock { $0 } }.joined(separator: ", "))
  }
}
