// fault: connection
// verdict: suspect
// proof: run
// says: a line for debugging subscribes to each room's shared messages, and so the share is never without a subscriber

import Signals

/// A room whose messages come over a connection that is shared by those who are in it.
private final class Room: Sendable {
  let messages: Signal<Int>

  init(_ number: Int, on network: QueueScheduler, _ seen: Shared<Int>) {
    messages = Signal<Int>.interval(.milliseconds(3), on: network).map { $0 + number }.share()
    if !mended {
      _ = messages.subscribe(next: { _ in seen.update { $0 += 1 } })  // LEAK
    }
  }
}

enum HotRooms: LeakProgram {
  static func run() {
    let network = QueueScheduler("network")
    let seen = Shared(0)
    for number in 0..<14 {
      let room = Room(number, on: network, seen)
      let guests = (0..<3).map { guest in
        room.messages.filter { $0 % 3 == guest }.subscribe(next: { _ in })
      }
      pause(milliseconds: 10)
      guests.forEach { $0.dispose() }
    }
    pause(milliseconds: 30)
    print("seen", seen.value > 0)
  }
}
