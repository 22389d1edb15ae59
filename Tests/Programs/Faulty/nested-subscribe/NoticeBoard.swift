// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each notice subscribes to its comments within `next`, and nobody ends those when the board is closed

import Signals

/// Boards with notices, and the comments on them.
enum NoticeBoard: LeakProgram {
  static func run() {
    let notices = PublishSubject<Int>()
    let comments = PublishSubject<Int>()
    let shown = Shared(0)
    for board in 0..<4 {
      let bag = DisposeBag()
      notices.subscribe(next: { notice in
        let handle = comments.filter { $0 % 3 == notice % 3 }
          .subscribe(next: { _ in shown.update { $0 += 1 } })  // LEAK
        if mended { handle.disposed(by: bag) }
      }).disposed(by: bag)
      for notice in 0..<3 {
        notices.next(board + notice)
        comments.next(notice)
      }
      bag.dispose()
      pause(milliseconds: 4)
    }
    for comment in 0..<12 { comments.next(comment) }
    pause(milliseconds: 40)
    print(shown.value)
  }
}
