// healthy: a gatherer that waits for nearly the whole run, and a queue of work behind three slots
// says: The report is made of all shards when the last has ended; each shard removes its directory.
// allows: nothing

import Signals

private struct Outcome: Sendable {
  let shard: Int
  let failures: Int
}

/// Runs the tests of a package in shards, three at a time.
private struct TestRun: Sendable {
  let clock = QueueScheduler("tests")
  let directories = Shared(0)

  private func cases(of shard: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(2 + shard % 3), on: clock).take(4 + shard % 5)
  }

  func outcome(of shard: Int) -> Signal<Outcome> {
    Signal<Outcome>.using {
      directories.update { $0 += 1 }
      return Disposable { directories.update { $0 -= 1 } }
    } signal: { _ in
      cases(of: shard).filter { $0 % 4 == 3 }.count().map { Outcome(shard: shard, failures: $0) }
    }
  }

  func report(shards: Int) -> Signal<[Outcome]> {
    Signal.from(Array(0..<shards)).flatMap(maxConcurrent: 3) { outcome(of: $0) }.collect()
  }
}

enum ShardedTestRun: LeakProgram {
  static func run() {
    let tests = TestRun()
    let isDone = Flag()
    let failures = Shared(0)
    let seconds = Signal<Int>.interval(.milliseconds(10), on: tests.clock).subscribe(next: { _ in })
    _ = tests.report(shards: 18).subscribe(
      next: { outcomes in failures.update { $0 = outcomes.reduce(0) { $0 + $1.failures } } },
      completed: { isDone.raise() })
    isDone.wait()
    seconds.dispose()
    print("failures", failures.value, "directories left", tests.directories.value)
  }
}
