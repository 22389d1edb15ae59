// healthy: subscriptions without a handle of ours, held by loops of tasks; two go on at exit
// says: Each reader is a loop over the values; those that have read enough leave it, and two read to the end.
// allows: nothing

import Glibc
import Signals

private final class Paper: Sendable {
  let pages = PublishSubject<Int>()
  let read = Shared(0)

  func reader(of count: Int) {
    let values = pages.map { $0 + 1 }.values()
    Task.detached { [read] in
      var left = count
      for try await _ in values {
        read.update { $0 += 1 }
        left -= 1
        if left == 0 { break }
      }
    }
  }
}

enum AsyncReaders: LeakProgram {
  static func run() {
    let paper = Paper()
    for reader in 0..<30 {
      paper.reader(of: reader % 15 == 4 ? 100_000 : 5)
      for page in 0..<3 { paper.pages.next(page) }
      pause(milliseconds: 5)
    }
    for page in 0..<10 {
      paper.pages.next(page)
      pause(milliseconds: 5)
    }
    print("read", paper.read.value > 20)
    exit(0)
  }
}
