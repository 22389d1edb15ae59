// healthy: some of a kind end, others do not
// says: 150 people are logged in, each subscription is held by the session of one of them; those who left were put away.
// allows: nothing

import Signals
import Synchronization

private final class Room: Sendable {
  let messages = PublishSubject<String>()
}

/// Who is logged in; a session that leaves takes its subscriptions along.
private final class Door: Sendable {
  private let sessions = Mutex<[Int: CompositeDisposable]>([:])

  func enter(_ number: Int, _ room: Room) {
    let life = CompositeDisposable()
    life.add(room.messages.map(\.count).subscribe(next: { _ in }))
    sessions.withLock { $0[number] = life }
  }

  func leave(_ number: Int) { sessions.withLock { $0.removeValue(forKey: number) }?.dispose() }
  var count: Int { sessions.withLock { $0.count } }
}

enum LoggedIn: LeakProgram {
  static func run() {
    let room = Room()
    let door = Door()
    for number in 0..<400 {
      door.enter(number, room)
      if number >= 150 { door.leave(number - 150) }
      if number % 8 == 0 { room.messages.next("hello from \(number)") }
      if number % 40 == 0 { pause(milliseconds: 4) }
    }
    for round in 0..<20 {
      room.messages.next("round \(round)")
      pause(milliseconds: 3)
    }
    print("logged in", door.count)
  }
}
