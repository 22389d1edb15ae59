// healthy: bags are replaced and go with what they hold, round after round; nobody calls dispose
// says: A match ends as the server forgets it: its bag goes out of memory and takes the match's subscriptions along.
// allows: nothing

import Signals

private struct Move: Sendable {
  let player: Int
}

/// One match, which counts the moves of its players.
private final class Match: Sendable {
  let moves: Shared<[Int: Int]>
  private let bag = DisposeBag()

  init(_ players: Range<Int>, _ wire: Signal<Move>, _ moves: Shared<[Int: Int]>) {
    self.moves = moves
    for player in players {
      wire.filter { $0.player == player }
        .subscribe(next: { [moves] _ in moves.update { $0[player, default: 0] += 1 } })
        .disposed(by: bag)
    }
  }
}

enum MatchBags: LeakProgram {
  static func run() {
    let wire = PublishSubject<Move>()
    let moves = Shared<[Int: Int]>([:])
    var match: Match?
    for number in 0..<12 {
      match = Match(number * 4..<number * 4 + 4, wire, moves)
      for turn in 0..<48 { wire.next(Move(player: turn)) }
      pause(milliseconds: 8)
    }
    match = nil
    wire.next(Move(player: 47))
    let perPlayer = Set(moves.value.values)
    print("players", moves.value.count, "moves of each", perPlayer.sorted(), "over", match == nil)
  }
}
