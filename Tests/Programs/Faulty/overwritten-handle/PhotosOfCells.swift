// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a cell that is used again binds its photo anew, and the binding of the row before goes on

import Signals

private final class Cell: Sendable {
  let photo = MutableProperty(0)
  private let binding = Shared<Subscription?>(nil)

  func show(_ row: Int, _ library: Signal<Int>) {
    if mended { binding.value?.dispose() }
    let new = library.map { $0 + row }.bind(to: photo)  // LEAK
    binding.update { $0 = new }
  }

  func end() { binding.value?.dispose() }
}

/// Six cells show the rows of a long list.
enum PhotosOfCells: LeakProgram {
  static func run() {
    let library = BehaviorSubject(1)
    let cells = (0..<6).map { _ in Cell() }
    for row in 0..<48 {
      cells[row % 6].show(row, library)
      if row % 8 == 0 { library.next(row) }
      pause(milliseconds: 2)
    }
    for cell in cells { cell.end() }
    pause(milliseconds: 60)
  }
}
