// fault: removed-undisposed
// verdict: likely
// proof: run
// says: on one of five reconnects the old line is swapped out without being disposed, on a thread of the pool

import Signals

/// A modem with one line at a time; a broken line is exchanged by whoever notices.
enum LineReconnect: LeakProgram {
  static func run() {
    let bits = PublishSubject<Int>()
    let line = SerialDisposable(bits.subscribe(next: { _ in }))
    for attempt in 0..<5 {
      onAnotherThread {
        let fresh = bits.filter { $0 >= attempt }.subscribe(next: { _ in })
        let old = line.swap(fresh)  // LEAK
        if attempt != 2 || mended { old?.dispose() }
      }
      for bit in 0..<4 { bits.next(bit) }
    }
    line.dispose()
    for bit in 0..<12 { bits.next(bit) }
    pause(milliseconds: 40)
  }
}
