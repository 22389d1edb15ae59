// fault: object-freed
// verdict: certain
// proof: run
// says: of a game's three subscriptions two are in its bag; the third says that it is the game's and is in nothing that ends it

import Signals

private final class ChessGame: Sendable {
  private let bag = DisposeBag()

  func begin(_ moves: Signal<Int>, _ beat: Signal<Int>) {
    moves.filter { $0 % 2 == 0 }.subscribe(next: { _ in }).owned(by: self).disposed(by: bag)
    moves.filter { $0 % 2 == 1 }.subscribe(next: { _ in }).owned(by: self).disposed(by: bag)
    let clock = beat.subscribe(next: { _ in })  // LEAK
      .owned(by: self)  // LEAK
    if mended { clock.disposed(by: bag) }
  }
}

/// Two short games; the program is killed while people still talk about them.
enum ChessClocks: LeakProgram {
  static func run() {
    let moves = PublishSubject<Int>()
    let beat = PublishSubject<Int>()
    let visitors = moves.combineLatest(with: beat).subscribe(next: { _ in })
    for length in [4, 6] {
      let game = ChessGame()
      game.begin(moves, beat)
      for move in 0..<length {
        moves.next(move)
        beat.next(move)
        pause(milliseconds: 2)
      }
      withExtendedLifetime(game) {}
    }
    for second in 0..<12 {
      beat.next(second)
      pause(milliseconds: 2)
    }
    killed(holding: visitors)
  }
}
