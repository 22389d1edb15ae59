// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a job that succeeds gives its lease back; one that throws leaves by another way, and its heartbeat goes on

import Signals

private struct JobFailed: Error {}

/// A worker that takes jobs from a queue and extends the lease of each while it is at it.
private final class Worker: Sendable {
  private let clock = QueueScheduler("leases")
  private let extended = Shared(0)

  func run(_ job: Int) throws {
    let lease = Signal<Int>.interval(.milliseconds(2), on: clock)
      .subscribe(next: { [extended] _ in extended.update { $0 += 1 } })  // LEAK
    defer { if mended { lease.dispose() } }
    pause(milliseconds: 7)
    if job % 3 == 2 { throw JobFailed() }
    lease.dispose()
  }
}

/// A job queue that puts what has failed aside.
enum LeaseHeartbeats: LeakProgram {
  static func run() {
    let worker = Worker()
    var failed: [Int] = []
    for job in 0..<12 {
      do { try worker.run(job) } catch { failed.append(job) }
    }
    pause(milliseconds: 60)
    print("failed", failed)
  }
}
