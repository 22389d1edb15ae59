// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing the station stops the lines, below which the chosen line's departures are followed and shared on

import Signals

/// A board of departures with two displays, until the station closes.
enum TransitBoard: LeakProgram {
  static func run() {
    let lines = PublishSubject<Int>()
    let departures = PublishSubject<Int>()
    let closed = PublishSubject<Void>()
    let chosen = mended ? lines : lines.take(until: closed)
    let followed = chosen.flatMapLatest { line in departures.filter { $0 % 3 == line } }  // LEAK
    let board = (mended ? followed.take(until: closed) : followed).share()
    _ = board.subscribe(next: { _ in })
    _ = board.map { "\($0)" }.subscribe(next: { _ in })
    for minute in 0..<12 {
      if minute % 4 == 0 { lines.next(minute / 4) }
      departures.next(minute)
    }
    closed.next(())
    for minute in 0..<24 { departures.next(minute) }
    pause(milliseconds: 40)
  }
}
