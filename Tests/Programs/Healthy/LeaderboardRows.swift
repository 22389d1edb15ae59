// healthy: a table whose rows subscribe again and again, and are alive at the end
// says: A cell gets a new bag before it is used again, so as many subscriptions live as there are cells on the screen.
// allows: nothing

import Glibc
import Signals

private struct Score: Sendable {
  var player: Int
  var points: Int
}

private final class ScoreCell {
  private var bag = DisposeBag()

  func prepareForReuse() { bag = DisposeBag() }

  func configure(_ player: Int, _ scores: Signal<Score>, drawn: Shared<Int>) {
    scores.filter { $0.player == player }
      .map { $0.points }
      .distinctUntilChanged()
      .subscribe(next: { _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

enum LeaderboardRows: LeakProgram {
  static func run() {
    let scores = PublishSubject<Score>()
    let drawn = Shared(0)
    let cells = (0..<5).map { _ in ScoreCell() }
    for row in 0..<80 {
      let cell = cells[row % cells.count]
      cell.prepareForReuse()
      cell.configure(row, scores, drawn: drawn)
      scores.next(Score(player: row, points: row))
      if row % 8 == 0 { pause(milliseconds: 8) }
    }
    let before = drawn.value
    for player in 0..<80 { scores.next(Score(player: player, points: 1000 + player)) }
    print("drawn", drawn.value - before, "rows of 80")
    withExtendedLifetime(cells) { exit(0) }
  }
}
