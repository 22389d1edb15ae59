// healthy: growth put away at exit
// says: A merge of sorted files must have all of them open until the last line is written; then it closes them.
// allows: nothing

import Signals
import Synchronization

private final class Run: Sendable {
  let lines = PublishSubject<Int>()
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Merge: Sendable {
  private let heads = Mutex<[Int: Int]>([:])
  private let open = CompositeDisposable()

  func add(_ run: Run) {
    open.add(run.lines.subscribe(next: { line in self.heads.withLock { $0[run.number] = line } }))
  }

  var smallest: Int { heads.withLock { heads in heads.values.min() ?? 0 } }
  func close() { open.dispose() }
}

enum MergingSortedFiles: LeakProgram {
  static func run() {
    let runs = (0..<50).map { Run($0) }
    let merge = Merge()
    for run in runs { merge.add(run) }
    var sum = 0
    for line in 0..<60 {
      for run in runs { run.lines.next(line * 50 + run.number) }
      sum += merge.smallest
      pause(milliseconds: 2)
    }
    merge.close()
    print("sum", sum)
  }
}
