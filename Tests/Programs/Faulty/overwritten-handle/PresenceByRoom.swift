// fault: overwritten-handle
// verdict: likely
// proof: run
// says: who joins a room again gets a new subscription under the old key, and leaving disposes the newest only

import Signals

private struct Move: Sendable {
  let room: String
  let user: Int
}

/// Which rooms a client listens to.
private actor Presence {
  private var rooms: [String: Subscription] = [:]
  private let moves: Signal<Move>
  private let seen = Shared(0)

  init(_ moves: Signal<Move>) { self.moves = moves }

  func join(_ room: String) {
    let seen = seen
    if mended { rooms[room]?.dispose() }
    rooms[room] = moves.filter { $0.room == room }
      .subscribe(next: { _ in seen.update { $0 += 1 } })  // LEAK
  }

  func leave(_ room: String) { rooms.removeValue(forKey: room)?.dispose() }

  var count: Int { rooms.count }
}

enum PresenceByRoom: LeakProgram {
  static func run() {
    let moves = PublishSubject<Move>()
    let presence = Presence(moves)
    let names = ["hall", "bar", "garden", "attic", "cellar", "porch"]
    let over = Flag()
    let lastMove = moves.throttle(for: .milliseconds(10), on: QueueScheduler("last move"))
      .subscribe(next: { _ in })
    Task {
      for visit in 0..<18 {
        let room = names[visit % 6]
        await presence.join(room)
        moves.next(Move(room: room, user: visit))
        try? await Task.sleep(for: .milliseconds(5))
        // The line broke, and the client joins as if for the first time.
        if visit % 4 == 2 { await presence.join(room) }
        moves.next(Move(room: room, user: -visit))
        try? await Task.sleep(for: .milliseconds(5))
        await presence.leave(room)
      }
      print("rooms", await presence.count)
      over.raise()
    }
    over.wait()
    for user in 0..<24 {
      moves.next(Move(room: names[user % 6], user: user))
      pause(milliseconds: 5)
    }
    lastMove.dispose()
  }
}
