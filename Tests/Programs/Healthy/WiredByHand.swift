// healthy: six handles let go, on six lines
// says: The parts of a program are wired once, each for as long as it runs.
// allows: nothing

import Glibc
import Signals

enum WiredByHand: LeakProgram {
  static func run() {
    let keys = PublishSubject<Int>()
    let text = BehaviorSubject(0)
    let cursor = BehaviorSubject(0)
    _ = keys.subscribe(next: { text.next($0) })
    _ = keys.map { $0 + 1 }.subscribe(next: { cursor.next($0) })
    _ = text.subscribe(next: { _ in })
    _ = text.map { "\($0)" }.subscribe(next: { _ in })
    _ = cursor.subscribe(next: { _ in })
    _ = combineLatest(text, cursor).subscribe(next: { _ in })
    for key in 0..<80 {
      keys.next(key)
      pause(milliseconds: 2)
    }
    exit(0)
  }
}
