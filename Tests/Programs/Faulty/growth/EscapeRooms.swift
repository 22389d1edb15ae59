// fault: growth
// verdict: suspect
// proof: run
// says: a game listens until the house is over instead of until its room is; what the room sends at its end nobody waits for

import Signals

private final class Room: Sendable {
  let team: String
  let over = PublishSubject<Void>()
  let solved = Shared(0)
  init(_ team: String) { self.team = team }
}

private final class House: Sendable {
  let riddles = PublishSubject<Int>()
  let over = PublishSubject<Void>()

  func begin(_ room: Room) {
    // Also the door waits for the end of the room.
    _ = room.over.take(1).subscribe(next: { print("out:", room.team) })
    _ = riddles.take(until: mended ? room.over : over)  // LEAK
      .subscribe(next: { [solved = room.solved] _ in solved.update { $0 += 1 } })  // LEAK
  }
}

enum EscapeRooms: LeakProgram {
  static func run() {
    let house = House()
    let music = house.riddles.filter { $0 == 0 }.subscribe(next: { _ in })
    var solved = 0
    for game in 0..<14 {
      let room = Room("team \(game)")
      house.begin(room)
      for riddle in 0..<5 { house.riddles.next(riddle) }
      pause(milliseconds: 5)
      room.over.next(())
      solved += room.solved.value
    }
    for riddle in 0..<20 {
      house.riddles.next(riddle % 5)
      pause(milliseconds: 3)
    }
    print("solved", solved)
    music.dispose()
    killed(holding: house)
  }
}
