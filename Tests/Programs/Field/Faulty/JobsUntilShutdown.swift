// fault: group-waits-for-its-watcher
// verdict: suspect
// proof: run
// says: a job has its result, but the group waits for the child that watches for the shutdown; nobody gets the result
// source: swift-server/swift-service-lifecycle #135
// fix: the group cancels its other child once the first one has ended

import Signals

/// Runs work until it has a result, or the service shuts down.
private func cancelOnShutdown<Answer: Sendable>(
  _ shutdown: Signal<Bool>, _ work: @escaping @Sendable () async throws -> Answer
) async throws -> Answer? {
  try await withThrowingTaskGroup(of: Answer?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      for try await isOver in shutdown.values() where isOver { break }  // LEAK
      return nil
    }
    let first = try await group.next() ?? nil
    if mended { group.cancelAll() }
    return first
  }
}

/// A service that makes reports, each of them in a task.
private final class ReportService: Sendable {
  let shutdown = BehaviorSubject(false)
  let finished = Shared(0)
  private let database = QueueScheduler("database")

  func start(_ report: Int) {
    let rows = Signal<Int>.interval(.milliseconds(3), on: database).take(2 + report % 3)
    _ = Task { [shutdown, finished] in
      let sum = try await cancelOnShutdown(shutdown) { () async throws -> Int in
        var sum = 0
        for try await row in rows.values() { sum += row }
        return sum
      }
      if sum != nil { finished.update { $0 += 1 } }
    }
  }
}

enum JobsUntilShutdown: LeakProgram {
  static func run() {
    let service = ReportService()
    let health = service.shutdown.map { $0 ? "down" : "up" }.subscribe(next: { _ in })
    for report in 0..<6 {
      service.start(report)
      pause(milliseconds: 25)
    }
    pause(milliseconds: 50)
    print("finished", service.finished.value, "of", 6)
    health.dispose()
    killed(holding: service)
  }
}
