// healthy: a gatherer that waits for its second input
// says: The reader is quicker than the checksums, which catch up: every line gets its own in the end.
// allows: nothing

import Signals
import Synchronization

private final class Checker: Sendable {
  let lines = PublishSubject<String>()
  let sums = PublishSubject<Int>()
  let good = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start() {
    zip(lines, sums)
      .subscribe(next: { line, sum in if line.utf8.count == sum { self.good.add(1, ordering: .relaxed) } })
      .disposed(by: bag)
  }
}

enum ReadAhead: LeakProgram {
  static func run() {
    let checker = Checker()
    checker.start()
    let lines = (0..<3000).map { String(repeating: "x", count: $0 % 40) }
    for line in lines { checker.lines.next(line) }
    for (number, line) in lines.enumerated() {
      checker.sums.next(line.utf8.count)
      if number % 100 == 0 { pause(milliseconds: 3) }
    }
    print("good", checker.good.load(ordering: .relaxed))
  }
}
