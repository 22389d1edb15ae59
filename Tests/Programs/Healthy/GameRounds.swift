// healthy: take(while:) undone by repeat
// says: A round is over when somebody has ten points; its sum is shown, and the next round begins with the same players.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Table: Sendable {
  let points = PublishSubject<Int>()
  let rounds = Atomic<Int>(0)
  private let bag = DisposeBag()

  func play() {
    points
      .scan(0, +)
      .take(inclusive: true, while: { $0 < 10 })
      .takeLast(1)
      .repeat()
      .subscribe(next: { _ in self.rounds.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum GameRounds: LeakProgram {
  static func run() {
    let tables = (0..<4).map { _ in Table() }
    for table in tables { table.play() }
    for move in 0..<90 {
      for (number, table) in tables.enumerated() { table.points.next((move + number) % 4) }
      pause(milliseconds: 2)
    }
    print("rounds", tables.map { $0.rounds.load(ordering: .relaxed) })
    exit(0)
  }
}
