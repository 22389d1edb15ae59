// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: what is subtracted from the queue is sent into it again, within its own delivery, a thousand times

import Signals

/// A counter that counts itself down.
enum SelfFeedingSubject: LeakProgram {
  static func run() {
    let counter = PublishSubject<Int>()  // LEAK
    let last = Shared(0)
    let counting = counter.scan(0) { mended ? $0 : $1 - 1 }
      .filter { $0 > 0 }
      .subscribe(next: { value in  // LEAK
        last.update { $0 = value }
        counter.next(value)
      })
    for _ in 0..<3 { counter.next(400) }
    pause(milliseconds: 10)
    counting.dispose()
    print("last \(last.value)")
  }
}
