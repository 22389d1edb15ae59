// fault: end-not-passed-on
// verdict: likely
// proof: run
// says: an operator of the program's own passes on values and errors; that its source has completed it keeps to itself

import Signals

extension Signal where Value == String {
  /// The lines without what is secret in them, of which `audit` is told.
  fileprivate func redacted(_ secrets: Set<String>, audit: PublishSubject<Int>) -> Signal<String> {
    Signal<String>.create { subscriber in  // LEAK
      let found = Shared(0)
      let completed: (@Sendable () -> Void)?
      if mended { completed = { subscriber.completed() } } else { completed = nil }
      return self.subscribe(  // LEAK
        next: { line in
          let words = line.split(separator: " ").map(String.init)
          if words.contains(where: secrets.contains) {
            let count = found.update { found in
              found += 1
              return found
            }
            audit.next(count)
          }
          subscriber.next(words.map { secrets.contains($0) ? "***" : $0 }.joined(separator: " "))
        },
        error: { subscriber.error($0) },
        completed: completed)
    }
  }
}

/// A step of a pipeline, which writes lines and ends.
private final class JobRunner: Sendable {
  private let machines = [QueueScheduler("machine 0"), QueueScheduler("machine 1")]

  func output(of job: Int) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(1), every: .milliseconds(3), on: machines[job % 2])
      .take(3 + job % 3)
      .map { line in line == 1 ? "token hunter2 accepted" : "job \(job) line \(line)" }
  }
}

private final class LogArchive: Sendable {
  let archived = Shared<[Int: Int]>([:])
  let audit = PublishSubject<Int>()
  private let runner = JobRunner()
  private let bag = DisposeBag()

  init() {
    audit.sample(on: Signal<Int>.interval(.milliseconds(25), on: QueueScheduler("audit")))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func keep(_ job: Int) {
    runner.output(of: job)
      .redacted(["hunter2"], audit: audit)
      .collect(count: 100)
      .deliver(on: QueueScheduler("archive"))
      .subscribe(next: { [archived] lines in archived.update { $0[job] = lines.count } })
      .disposed(by: bag)
  }
}

enum RedactedLogs: LeakProgram {
  static func run() {
    let archive = LogArchive()
    for job in 0..<18 {
      archive.keep(job)
      pause(milliseconds: 12)
    }
    pause(milliseconds: 120)
    print("archived", archive.archived.value.count, "of 18")
  }
}
