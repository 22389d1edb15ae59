// healthy: a group for each room, which ends when the room has been left, and a new one begins when somebody comes back

import Signals

/// Messages of rooms; twenty a room, and then it closes.
enum RoomsThatExpire: LeakProgram {
  static func run() {
    let messages = PublishSubject<Int>()
    let bag = DisposeBag()
    messages.groupBy { $0 / 20 }
      .flatMap { room in room.take(20).scan(0) { $0 + $1 } }
      .subscribe(next: { _ in }).disposed(by: bag)
    for message in 0..<400 {
      messages.next(message)
      if message % 10 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 40)
    bag.dispose()
    pause(milliseconds: 20)
  }
}
