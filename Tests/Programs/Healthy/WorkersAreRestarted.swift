// healthy: begun again and again by one line; the newest of each place never ends
// says: A supervisor starts a worker anew some time after its crash; each crash is the end of a worker by itself.
// allows: nothing

import Signals

private struct Crash: Error { let worker: Int }

/// Three places for a worker; nobody stops them.
private final class Supervisor: Sendable {
  private let clock = QueueScheduler("supervisor")
  private let places = (0..<3).map { _ in SerialDisposable() }
  private let crashes = Shared(0)
  private let jobs = Shared(0)

  func start(_ worker: Int, life: Int) {
    let jobs = jobs
    places[worker].replace(
      with: Signal<Int>.interval(.milliseconds(4 + worker), on: clock)
        .map { job in
          if job >= life { throw Crash(worker: worker) }
          return job
        }
        .subscribe(
          next: { _ in jobs.update { $0 += 1 } },
          error: { [weak self] _ in self?.restart(worker, life: life + 3) }))
  }

  private func restart(_ worker: Int, life: Int) {
    crashes.update { $0 += 1 }
    _ = clock.schedule(after: .milliseconds(12)) { [weak self] in self?.start(worker, life: life) }
  }

  var report: String { "crashes \(crashes.value > 0) jobs \(jobs.value > 0)" }
}

enum WorkersAreRestarted: LeakProgram {
  static func run() {
    let supervisor = Supervisor()
    for worker in 0..<3 { supervisor.start(worker, life: 2 + worker) }
    for _ in 0..<8 {
      // The health check looks for a moment only.
      let check = Signal<Int>.interval(.milliseconds(8), on: QueueScheduler("health")).take(3)
        .subscribe(next: { _ in })
      pause(milliseconds: 90)
      check.dispose()
    }
    print(supervisor.report)
    withExtendedLifetime(supervisor) {}
  }
}
