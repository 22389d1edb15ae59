// healthy: take(n) above flatMap with inner signals that live on
// says: The first three who come play until the end; those who come later watch.
// allows: suspect

import Glibc
import Signals

enum FirstThreePlayers: LeakProgram {
  static func run() {
    let arrivals = PublishSubject<Int>()
    let moves = PublishSubject<Int>()
    let bag = DisposeBag()
    arrivals.take(3)
      .flatMap { player in moves.filter { $0 % 10 == player } }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    for player in 0..<6 { arrivals.next(player) }
    for move in 0..<80 {
      moves.next(move)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}
