// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure holds the cursor, the cursor its bag: cursors of users that have gone are moved on

import Signals

/// A whiteboard with a cursor for each user.
enum WhiteboardUsers: LeakProgram {
  static func run() {
    let moves = PublishSubject<Int>()
    var cursors: [Int: Cursor] = [:]
    for user in 0..<16 {
      cursors[user] = Cursor(user, moves)
      moves.next(user)
      if user >= 2 { cursors[user - 2] = nil }
    }
    cursors = [:]
    for move in 0..<16 { moves.next(move) }
    pause(milliseconds: 30)
  }
}

private final class Cursor: Sendable {
  private let place = Shared(0)
  private let bag = Shared<DisposeBag?>(nil)

  init(_ user: Int, _ moves: Signal<Int>) {
    let bag = DisposeBag(of: self)
    self.bag.update { $0 = bag }
    if mended {
      moves.subscribe(next: { [weak self] in self?.move(to: $0) }).disposed(by: bag)
    } else {
      moves.subscribe(next: { self.move(to: $0) }).disposed(by: bag)  // LEAK
    }
  }

  private func move(to point: Int) { place.update { $0 = point } }
}
