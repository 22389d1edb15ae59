// healthy: timers of equal beat that belong to different things
// allows: nothing

import Signals

/// Four rooms with a clock each.
enum TwoTickersOfTheirOwn: LeakProgram {
  static func run() {
    let clock = QueueScheduler("rooms")
    let rooms = (0..<4).map { Room($0, clock) }
    pause(milliseconds: 50)
    for room in rooms { room.close() }
    pause(milliseconds: 20)
  }
}

private final class Room {
  private let bag = DisposeBag()

  init(_ number: Int, _ clock: QueueScheduler) {
    Signal<Int>.interval(.milliseconds(3 + number % 2), on: clock).map { $0 + number }
      .subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}
