// fault: end-not-passed-on
// verdict: likely
// proof: run
// says: the wrapper around a test run passes on values and errors, not the completion, so no report is ever written

import Signals

private struct Hit: Sendable {
  let file: Int
  let line: Int
}

private final class TestProcess: Sendable {
  private let pipe = QueueScheduler("pipe")

  func run(_ suite: Int) -> Signal<Hit> {
    Signal<Int>.interval(.milliseconds(3), on: pipe)
      .take(8)
      .map { Hit(file: $0 % 3, line: suite * 10 + $0) }
  }
}

/// Runs suites and counts what is running.
private final class SuiteRunner: Sendable {
  let running = MutableProperty(0)
  private let process = TestProcess()

  func hits(of suite: Int) -> Signal<Hit> {
    Signal.create { [running, process] subscriber in  // LEAK
      running.modify { $0 += 1 }
      let hits: Disposable
      if mended {
        hits = process.run(suite).subscribe(
          next: { subscriber.next($0) },
          error: { subscriber.error($0) },
          completed: { subscriber.completed() })
      } else {
        hits = process.run(suite).subscribe(  // LEAK
          next: { subscriber.next($0) },
          error: { subscriber.error($0) })
      }
      return CompositeDisposable([hits, Disposable { running.modify { $0 -= 1 } }])
    }
  }
}

private final class Reporter: Sendable {
  let written = Shared<[Int: Int]>([:])

  func report(_ suite: Int, _ runner: SuiteRunner) {
    // Ends with the run.
    _ = runner.hits(of: suite)
      .unique { $0.file * 1_000 + $0.line }
      .count()
      .subscribe(next: { [written] count in written.update { $0[suite] = count } })
  }
}

enum CoverageReport: LeakProgram {
  static func run() {
    let runner = SuiteRunner()
    let reporter = Reporter()
    for suite in 0..<9 {
      reporter.report(suite, runner)
      pause(milliseconds: 12)
    }
    pause(milliseconds: 150)
    print("written", reporter.written.value.count, "running", runner.running.value)
  }
}
