// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: leaving stops the choice of rooms, not the task that follows the presence of the room chosen last

import Signals

private struct Beats: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let room: Int
  mutating func next() async throws -> Int? {
    try await Task.sleep(for: .milliseconds(4))
    return room
  }
  func makeAsyncIterator() -> Beats { self }
}

/// Follows who is in the room that was chosen, until the user leaves.
enum PresenceOfRooms: LeakProgram {
  static func run() {
    for user in 0..<5 {
      let chosen = PublishSubject<Int>()
      let left = PublishSubject<Void>()
      let rooms = mended ? chosen : chosen.take(until: left)
      let presence = rooms.flatMapLatest { room in  // LEAK
        Signal<Int>.fromAsync(Beats(room: room))
      }
      _ = (mended ? presence.take(until: left) : presence).subscribe(next: { _ in })
      for room in 0..<3 {
        chosen.next(user * 10 + room)
        pause(milliseconds: 5)
      }
      left.next(())
    }
    pause(milliseconds: 40)
  }
}
