// healthy: bags of objects that go
// says: Each cell has a bag of its own, which ends what the cell shows when the cell goes.
// allows: nothing

import Glibc
import Signals

private final class Cell: Sendable {
  private let text = Shared("")
  private let bag = Shared<DisposeBag?>(nil)
  init(_ title: Signal<String>) {
    let bag = DisposeBag(of: self)
    title.subscribe(next: { [weak self] in self?.show($0) }).disposed(by: bag)
    self.bag.update { $0 = bag }
  }
  private func show(_ new: String) { text.update { $0 = new } }
}

enum CellsWithBags: LeakProgram {
  static func run() {
    let title = BehaviorSubject("a")
    var cells: [Cell] = (0..<6).map { _ in Cell(title) }
    for turn in 0..<30 {
      cells.removeFirst()
      cells.append(Cell(title))
      title.next("\(turn)")
      pause(milliseconds: 2)
    }
    withExtendedLifetime(cells) { exit(0) }
  }
}
