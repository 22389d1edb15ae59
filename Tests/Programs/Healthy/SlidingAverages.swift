// healthy: several are alive at every moment, a new one before the old one has ended
// says: A new window begins every three values and takes six; two are always open.
// allows: nothing

import Glibc
import Signals

enum SlidingAverages: LeakProgram {
  static func run() {
    let load = PublishSubject<Int>()
    let sums = Shared<[Int]>([])
    for value in 0..<90 {
      if value % 3 == 0 {
        _ = load.take(6).reduce(0) { $0 + $1 }.subscribe(next: { sum in sums.update { $0.append(sum) } })
      }
      load.next(value)
      if value % 5 == 0 { pause(milliseconds: 2) }
    }
    print("sums", sums.value.count)
    exit(0)
  }
}
