// healthy: collect gathers hundreds of values and says nothing for the whole day
// says: The day's passes are counted when the doors close, which they do, late; then everything is handed on at once.
// allows: nothing

import Signals

private struct Pass: Sendable {
  let number: Int
  let isReduced: Bool
}

/// The doors of one day.
private final class Day: Sendable {
  let passes = PublishSubject<Pass>()
  let total = Shared<(full: Int, reduced: Int)>((0, 0))

  func open(_ isCounted: Flag) {
    _ = passes.collect()
      .map { passes in
        let reduced = passes.filter(\.isReduced).count
        return (full: passes.count - reduced, reduced: reduced)
      }
      .subscribe(next: { [total] counts in total.update { $0 = counts } }, completed: { isCounted.raise() })
    _ = passes.filter { $0.number % 100 == 99 }
      .subscribe(next: { print("flowers for visitor", $0.number + 1) })
  }

  func close() { passes.completed() }
}

enum MuseumPasses: LeakProgram {
  static func run() {
    var takings = 0
    for weekday in 0..<4 {
      let day = Day()
      let isCounted = Flag()
      day.open(isCounted)
      for number in 0..<(200 + weekday * 20) {
        day.passes.next(Pass(number: number, isReduced: number % 4 == 0))
        if number % 20 == 0 { pause(milliseconds: 2) }
      }
      pause(milliseconds: 20)
      day.close()
      isCounted.wait()
      takings += day.total.value.full * 12 + day.total.value.reduced * 7
    }
    print("takings", takings)
  }
}
