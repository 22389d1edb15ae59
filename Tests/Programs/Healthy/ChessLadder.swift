// healthy: a subject that is sent to from within its own delivery
// says: A result moves a player up, which may move another one; it is settled after a rank or two, as a ladder has steps.
// allows: nothing

import Signals

private struct Move: Sendable {
  let player: Int
  let rank: Int
}

private final class Ladder: Sendable {
  let moves = PublishSubject<Move>()
  private let ranks = Shared<[Int]>(Array(0..<8))
  private let applied = Shared(0)
  private let bag = DisposeBag()

  func open() {
    moves.subscribe(next: { [ranks, applied, weak moves] move in
      applied.update { $0 += 1 }
      // Who stood there gives way by one, if that rank is not their own already.
      let displaced: Move? = ranks.update { ranks in
        guard let from = ranks.firstIndex(of: move.player), from > move.rank else { return nil }
        let other = ranks[move.rank]
        ranks.swapAt(from, move.rank)
        return from > move.rank + 1 ? Move(player: other, rank: move.rank + 1) : nil
      }
      if let displaced { moves?.next(displaced) }
    }).disposed(by: bag)
  }

  var order: [Int] { ranks.value }
  var count: Int { applied.value }
}

enum ChessLadder: LeakProgram {
  static func run() {
    let ladder = Ladder()
    ladder.open()
    for game in 0..<24 {
      let winner = ladder.order[min(7, 2 + game % 3)]
      ladder.moves.next(Move(player: winner, rank: game % 2))
      pause(milliseconds: 4)
    }
    print(ladder.order, "in", ladder.count, "moves")
    withExtendedLifetime(ladder) {}
  }
}
