// fault: recursion
// verdict: likely
// proof: run
// says: asking and waiting call each other, so that each question is flattened into the one before it, ever deeper

import Signals

private enum Status: Sendable, Equatable {
  case queued, done
}

/// Waits for a job of a build server by asking for its status again and again.
private struct BuildServer {
  let clock: QueueScheduler
  let asked = Shared(0)

  func status(of job: Int) -> Signal<Status> {
    Signal<Int>.timer(after: .milliseconds(1), on: clock).map { [asked] _ in
      asked.update { $0 += 1 }
      return job % 4 == 3 ? .done : .queued
    }
  }

  func untilDone(_ job: Int) -> Signal<Status> {
    if mended {
      return Signal<Int>.interval(.milliseconds(2), on: clock)
        .flatMapFirst { [self] _ in status(of: job) }
        .first(where: { $0 == .done })
    }
    return status(of: job).flatMap { [self] status in  // LEAK
      status == .done ? .just(status) : askLater(job)
    }
  }

  private func askLater(_ job: Int) -> Signal<Status> {
    Signal<Int>.timer(after: .milliseconds(1), on: clock)
      .flatMap { [self] _ in untilDone(job) }  // LEAK
  }
}

enum JobStatusPolls: LeakProgram {
  static func run() {
    let server = BuildServer(clock: QueueScheduler("builds"))
    let waiting = DisposeBag()
    for job in 0..<4 {
      server.untilDone(job).subscribe(next: { _ in }).disposed(by: waiting)
    }
    pause(milliseconds: 220)
    killed(holding: waiting)
  }
}
