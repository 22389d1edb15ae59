// healthy: the owner is overwritten again and again; what it held is alive at times
// says: The right way to reuse a cell: a new bag each time. Twelve visible cells stay at the end.
// allows: nothing

import Glibc
import Signals

private let taps = PublishSubject<Int>()
private nonisolated(unsafe) let rows = (0..<12).map { _ in ReusedRow() }

private final class ReusedRow {
  private var bag = DisposeBag()

  func configure(_ number: Int) {
    bag = DisposeBag()
    taps.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum RowsReuseTheirBag: LeakProgram {
  static func run() {
    for number in 0..<120 {
      rows[number % 12].configure(number)
      taps.next(number)
      if number % 8 == 0 { pause(milliseconds: 2) }
    }
    for number in 100..<120 { taps.next(number) }
    exit(0)
  }
}
