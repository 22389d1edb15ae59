// fault: stop-above-flatten
// ported: ReactiveCocoa/ReactiveCocoa#2585
// verdict: likely
// proof: run
// says: the order of takeUntil decides: above the flattening it lets each cell's download outlive the reuse of the cell

import Signals

/// A table whose cells are reused: each begins to follow the picture of its row until it is prepared for another.
enum UntilBeforeFlatten: LeakProgram {
  static func run() {
    let pictures = PublishSubject<Int>()
    let cells = (0..<3).map { _ in Cell() }
    for row in 0..<12 {
      let cell = cells[row % 3]
      cell.prepareForReuse.next(())
      cell.show(row, pictures)
      pictures.next(row)
    }
    for cell in cells { cell.prepareForReuse.next(()) }
    for picture in 0..<12 { pictures.next(picture) }
    pause(milliseconds: 30)
  }
}

private final class Cell {
  let prepareForReuse = PublishSubject<Void>()

  func show(_ row: Int, _ pictures: Signal<Int>) {
    let rows = BehaviorSubject(row)
    let follow: @Sendable (Int) -> Signal<Int> = { row in pictures.filter { $0 == row } }
    if mended {
      _ = rows.flatMap(follow).take(until: prepareForReuse).subscribe(next: { _ in })
    } else {
      _ = rows.take(until: prepareForReuse)
        .flatMap(follow)  // LEAK
        .subscribe(next: { _ in })
    }
  }
}
