// healthy: values that wait
// says: One side of the zip comes in bursts; the other one catches up each time.
// allows: nothing

import Signals

enum BurstsOfPairs: LeakProgram {
  static func run() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let pairs = left.zip(with: right).subscribe(next: { _, _ in })
    for burst in 0..<6 {
      for value in 0..<400 { left.next(burst * 400 + value) }
      pause(milliseconds: 8)
      for value in 0..<400 { right.next(burst * 400 + value) }
      pause(milliseconds: 8)
    }
    pairs.dispose()
  }
}
