// healthy: fed after the last guest has left; the last ones are alive at the end
// says: An empty room is kept for sixty milliseconds, in case somebody comes back, and is then closed.
// allows: nothing

import Signals

private final class Room: Sendable {
  let number: Int
  private let log: Subscription
  private let guests = Shared(0)

  init(_ number: Int, _ chatter: Signal<Int>) {
    self.number = number
    log = chatter.filter { $0 % 16 == number % 16 || $0 % 3 == 0 }.subscribe(next: { _ in })
  }

  func enter() { guests.update { $0 += 1 } }
  func leave() { guests.update { $0 -= 1 } }
  func closeIfEmpty() { if guests.value == 0 { log.dispose() } }
}

/// Opens rooms as guests come, and closes them some time after they went.
private final class Hotel: Sendable {
  private let desk = QueueScheduler("desk")
  private let rooms = Shared<[Int: Room]>([:])
  private let chatter: Signal<Int>

  init(_ chatter: Signal<Int>) { self.chatter = chatter }

  func checkIn(_ number: Int) {
    let chatter = chatter
    rooms.update { rooms in
      let room = rooms[number] ?? Room(number, chatter)
      rooms[number] = room
      room.enter()
    }
  }

  func checkOut(_ number: Int) {
    guard let room = rooms.value[number] else { return }
    room.leave()
    _ = desk.schedule(after: .milliseconds(60)) { room.closeIfEmpty() }
  }
}

enum RoomsCloseLater: LeakProgram {
  static func run() {
    let chatter = PublishSubject<Int>()
    let hotel = Hotel(chatter)
    for night in 0..<16 {
      hotel.checkIn(night)
      for word in 0..<5 {
        chatter.next(night + word)
        pause(milliseconds: 4)
      }
      hotel.checkOut(night)
      if night % 5 == 4 {
        hotel.checkIn(night)
        pause(milliseconds: 10)
        hotel.checkOut(night)
      }
    }
    for word in 0..<4 {
      chatter.next(word)
      pause(milliseconds: 5)
    }
    print("the desk has closed")
  }
}
