// fault: forgotten-handle
// verdict: likely
// proof: run
// says: a helper whose result may be thrown away hides that the gauge of each job is given to nobody

import Signals

extension Signal {
  /// Reports each value under a name. The line is that of the caller.
  @discardableResult
  fileprivate func report(
    as name: String, to metrics: Metrics, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    subscribe(next: { _ in metrics.count(name) }, file: file, line: line)
  }
}

private final class Metrics: Sendable {
  private let counts = Shared<[String: Int]>([:])
  func count(_ name: String) { counts.update { $0[name, default: 0] += 1 } }
  var names: Int { counts.value.count }
}

/// Runs a job and reports how it is getting on.
private struct JobRunner {
  let metrics: Metrics
  let load: PublishSubject<Int>
  let memory: PublishSubject<Int>

  func run(_ number: Int) {
    let bag = DisposeBag()
    load.map { $0 * number }.report(as: "load", to: metrics).disposed(by: bag)
    memory.filter { $0 % 2 == 0 }.report(as: "pages", to: metrics).disposed(by: bag)
    let gauge = memory.scan(0, +).report(as: "memory", to: metrics)  // LEAK
    if mended { gauge.disposed(by: bag) }
    for step in 0..<5 {
      load.next(step)
      memory.next(step + number)
    }
    pause(milliseconds: 3)
    bag.dispose()
  }
}

enum MetricsSinks: LeakProgram {
  static func run() {
    let runner = JobRunner(metrics: Metrics(), load: PublishSubject(), memory: PublishSubject())
    for job in 0..<15 {
      if job % 5 == 4 { onAnotherThread { [runner] in runner.run(job) } } else { runner.run(job) }
    }
    for step in 0..<25 {
      runner.load.next(step)
      runner.memory.next(step)
      pause(milliseconds: 2)
    }
    print("names", runner.metrics.names)
  }
}
