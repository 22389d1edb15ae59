// healthy: one more with each mark
// says: Each mark says that a player joined; whoever joined plays on, and is followed for that.
// allows: suspect

import Glibc
import SignalTracing
import Signals

private final class Player: Sendable {
  private let following: Subscription
  init(_ game: Signal<Int>) { following = game.subscribe(next: { _ in }) }
}

enum PlayersJoin: LeakProgram {
  static func run() {
    let game = PublishSubject<Int>()
    var players: [Player] = []
    for turn in 0..<8 {
      players.append(Player(game))
      Trace.mark("player joined")
      for move in 0..<5 {
        game.next(turn * 5 + move)
        pause(milliseconds: 2)
      }
    }
    for move in 0..<40 {
      game.next(move)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(players) { exit(0) }
  }
}
