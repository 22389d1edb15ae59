// healthy: the handle was let go, no owner holds it
// says: The source ends when its object goes out of memory, and with it all who listen; no handle is needed.
// allows: nothing

import Signals
import Synchronization

private final class Player: Sendable {
  let position = BehaviorSubject(0)
  deinit { position.completed() }
}

private final class Scrobbler: Sendable {
  let heard = Atomic<Int>(0)

  func follow(_ player: Player) {
    _ = player.position
      .filter { $0 > 2 }
      .subscribe(next: { _ in self.heard.add(1, ordering: .relaxed) })
  }
}

enum DeinitEndsIt: LeakProgram {
  static func run() {
    let scrobbler = Scrobbler()
    for song in 0..<40 {
      let player = Player()
      scrobbler.follow(player)
      for position in 1...5 { player.position.next(position + song) }
      pause(milliseconds: 2)
    }
    let last = Player()
    scrobbler.follow(last)
    pause(milliseconds: 10)
    withExtendedLifetime(last) { print("heard", scrobbler.heard.load(ordering: .relaxed)) }
  }
}
