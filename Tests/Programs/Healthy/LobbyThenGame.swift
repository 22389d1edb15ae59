// healthy: one of two merged signals has been stopped, the other goes on, for each of three players
// says: In the lobby one hears the lobby until the game starts, and the game all the time; the game is still going on.
// allows: nothing

import Glibc
import Signals

private final class Player: Sendable {
  let started = PublishSubject<Void>()
  private let bag = DisposeBag()
  func listen(_ lobby: Signal<Int>, _ game: Signal<Int>) {
    lobby.take(until: started).merge(game).subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum LobbyThenGame: LeakProgram {
  static func run() {
    let lobby = PublishSubject<Int>()
    let game = PublishSubject<Int>()
    let players = (0..<3).map { _ in Player() }
    for player in players {
      player.listen(lobby, game)
      lobby.next(1)
      pause(milliseconds: 2)
    }
    for player in players { player.started.next(()) }
    for move in 0..<60 {
      game.next(move)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(players) { exit(0) }
  }
}
