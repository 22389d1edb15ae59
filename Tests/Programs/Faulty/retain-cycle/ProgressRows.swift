// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the row holds a bag, the bag a closure, the closure the row: rows that scroll away stay

import Signals

/// A row of a list of downloads.
private final class ProgressRow: Sendable {
  private let bag = DisposeBag()
  private let width = Shared(0)

  func show(_ progress: Signal<Int>) {
    let percent = progress.map { min(100, $0) }
    if mended {
      percent.subscribe(next: { [weak self] in self?.draw($0) }).disposed(by: bag)
    } else {
      percent.subscribe(next: { self.draw($0) }).disposed(by: bag)  // LEAK
    }
  }

  private func draw(_ percent: Int) { width.update { $0 = percent } }
}

enum ProgressRows: LeakProgram {
  static func run() {
    let progress = PublishSubject<Int>()
    var visible: [ProgressRow] = []
    for line in 0..<40 {
      let row = ProgressRow()
      row.show(progress)
      visible.append(row)
      if visible.count > 6 { visible.removeFirst() }
      progress.next(line)
      pause(milliseconds: 3)
    }
    visible = []
    for step in 0..<10 {
      progress.next(step)
      pause(milliseconds: 4)
    }
  }
}
