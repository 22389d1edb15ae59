// healthy: handles that are overwritten in a ring, and the program is killed while all its places are taken
// says: The ring disposes what it overwrites; the twelve newest are followed on purpose when the supervisor ends the program.
// allows: nothing

import Signals

private final class Ring: Sendable {
  private let places: [SerialDisposable]
  private let games: Signal<Int>

  init(_ games: Signal<Int>, count: Int) {
    self.games = games
    places = (0..<count).map { _ in SerialDisposable() }
  }

  func follow(_ game: Int) {
    places[game % places.count].inner = games.filter { $0 % 100 == game }.subscribe(next: { _ in })
  }
}

/// Follows the twelve games that were asked for last.
enum RingOfReplays: LeakProgram {
  static func run() {
    let games = PublishSubject<Int>()
    let ring = Ring(games, count: 12)
    for game in 0..<60 {
      ring.follow(game)
      for recent in max(0, game - 11)...game { games.next(recent) }
      pause(milliseconds: 3)
    }
    killed(holding: ring)
  }
}
