// fault: owner-outlived
// verdict: likely
// proof: run
// says: a match disposes what it owns when it is over; its replay was never put there, and goes on

import Signals

/// Matches, each with a composite of its own, one after the other.
enum GameServer: LeakProgram {
  static func run() {
    let moves = PublishSubject<Int>()
    let clock = PublishSubject<Int>()
    for number in 0..<4 {
      let match = CompositeDisposable()
      match.add(moves.filter { $0 % 4 == number }.subscribe(next: { _ in }))
      match.add(clock.subscribe(next: { _ in }))
      let replay = moves.scan([]) { $0 + [$1] }.subscribe(next: { _ in })  // LEAK
      if mended { match.add(replay) }
      for move in 0..<8 { moves.next(move) }
      clock.next(number)
      match.dispose()
    }
    for move in 0..<12 { moves.next(move) }
    pause(milliseconds: 40)
  }
}
