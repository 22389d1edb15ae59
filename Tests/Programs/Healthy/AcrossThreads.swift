// healthy: begun on one thread, ended on another
// says: Workers subscribe on their own threads, main puts all away in one go when the work is done.
// allows: nothing

import Signals
import Synchronization

private final class Crew: Sendable {
  private let hands = Mutex<[Disposable]>([])
  let work = PublishSubject<Int>()
  let done = Atomic<Int>(0)

  func hire() {
    let hand = work.filter { $0 % 2 == 0 }.subscribe(next: { _ in self.done.add(1, ordering: .relaxed) })
    hands.withLock { $0.append(hand) }
  }

  func dismiss() { for hand in hands.withLock({ hands in hands.map { $0 } }) { hand.dispose() } }
}

enum AcrossThreads: LeakProgram {
  static func run() {
    for shift in 0..<5 {
      let crew = Crew()
      for _ in 0..<4 { onAnotherThread { crew.hire() } }
      onAnotherThread { for piece in 0..<50 { crew.work.next(piece * shift) } }
      pause(milliseconds: 10)
      crew.dismiss()
      onAnotherThread { for piece in 0..<10 { crew.work.next(piece) } }
    }
  }
}
