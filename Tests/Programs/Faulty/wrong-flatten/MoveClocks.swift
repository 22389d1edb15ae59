// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each move of a player starts the clock of that player once more, beside those before; within the group flatMapLatest was meant

import Signals

private struct Move: Sendable {
  let player: Int
  let square: Int
}

/// A board on which each player has a clock, which a move sets back.
enum MoveClocks: LeakProgram {
  static func run() {
    let clock = QueueScheduler("board")
    let moves = PublishSubject<Move>()
    let spent = Shared<[Int: Int]>([:])
    let game = moves.groupBy { $0.player }
      .flatMap { player in
        let key = player.key
        let restarted: Signal<Int>
        if mended {
          restarted = player.flatMapLatest { _ in Signal<Int>.interval(.milliseconds(2), on: clock) }
        } else {
          restarted = player.flatMap { _ in Signal<Int>.interval(.milliseconds(2), on: clock) }  // LEAK
        }
        return restarted.map { (key, $0) }
      }
      .subscribe(next: { player, ticks in spent.update { $0[player] = ticks } })
    for square in 0..<36 {
      moves.next(Move(player: square % 2, square: square))
      pause(milliseconds: 5)
    }
    print("players", spent.value.count)
    game.dispose()
  }
}
