// healthy: several threads send into one subject at the same time
// says: A subject delivers one value after the other, whoever sends; the readers come and go on threads of their own.
// allows: nothing

import Dispatch
import Signals

enum ManySendersOneBoard: LeakProgram {
  static func run() {
    let board = PublishSubject<Int>()
    let total = Shared(0)
    let referee = board.subscribe(next: { points in total.update { $0 += points } })
    for _ in 0..<6 {
      DispatchQueue.concurrentPerform(iterations: 4) { team in
        let own = board.filter { $0 == team }.subscribe(next: { _ in })
        for points in 0..<40 {
          board.next(points % 4)
          if points % 20 == 0 { pause(milliseconds: 1) }
        }
        own.dispose()
      }
    }
    print("total", total.value)
    referee.dispose()
  }
}
