// healthy: the same list is read four times, each when the one before is done
// allows: nothing

import Signals

/// A catalogue that is read by four steps, one after the other.
enum ReadersInTurn: LeakProgram {
  static func run() {
    let rows = Signal<Int>.create { subscriber in
      for row in 0..<50 { subscriber.next(row) }
      return Disposable {}
    }
    for _ in 0..<4 {
      let reading = rows.subscribe(next: { _ in })
      reading.dispose()
    }
    pause(milliseconds: 20)
  }
}
