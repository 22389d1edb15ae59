// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the task takes a line, sleeps, and takes the next; what comes meanwhile waits without a bound

import Signals

/// Ships the lines of a log to a server that is slow.
private actor Shipper {
  private(set) var shipped = 0

  func ship(_ line: String) async throws {
    try await Task.sleep(for: .milliseconds(8))
    shipped += line.isEmpty ? 0 : 1
  }
}

private final class LogShipping: Sendable {
  let lines = PublishSubject<String>()

  func start(_ shipper: Shipper) -> Task<Void, any Error> {
    let important = lines.filter { !$0.hasPrefix("debug") }
    return Task {
      let values =
        mended
        ? important.values(buffering: .newest(50))
        : important.values()  // LEAK
      for try await line in values { try await shipper.ship(line) }
    }
  }
}

enum SlowLineReader: LeakProgram {
  static func run() {
    let logs = LogShipping()
    let shipper = Shipper()
    let task = logs.start(shipper)
    pause(milliseconds: 20)
    for burst in 0..<20 {
      for line in 0..<400 { logs.lines.next(line % 5 == 0 ? "debug \(line)" : "error \(burst) \(line)") }
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
    task.cancel()
    pause(milliseconds: 10)
  }
}
