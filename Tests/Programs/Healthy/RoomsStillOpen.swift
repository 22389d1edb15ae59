// healthy: marked as somebody's, and alive
// says: Each room owns what it follows and disposes it when it closes; three rooms are open.
// allows: nothing

import Glibc
import Signals

private final class Room: Sendable {
  private let handle = Shared<Subscription?>(nil)
  private let heard = Shared(0)
  init(_ talk: Signal<Int>) {
    let listening = talk.subscribe(next: { [weak self] _ in self?.hear() })
    listening.owned(by: self)
    handle.update { $0 = listening }
  }
  func hear() { heard.update { $0 += 1 } }
  deinit { handle.value?.dispose() }
}

enum RoomsStillOpen: LeakProgram {
  static func run() {
    let talk = PublishSubject<Int>()
    var rooms: [Room] = []
    for number in 0..<20 {
      rooms.append(Room(talk))
      talk.next(number)
      if rooms.count > 3 { rooms.removeFirst() }
      pause(milliseconds: 3)
    }
    withExtendedLifetime(rooms) { exit(0) }
  }
}
