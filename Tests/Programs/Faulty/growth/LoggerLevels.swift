// fault: growth
// verdict: suspect
// proof: run
// says: each request makes a logger, and each logger begins to follow the global level, as long as the program runs

import Signals

/// A logger that knows the current level; it is a value that is made wherever one is needed.
private struct Logger {
  static let level = BehaviorRelay(2)
  private let current = Shared(2)
  private let label: String

  init(_ label: String) {
    self.label = label
    if mended { return }
    _ = Self.level.subscribe(next: { [current] level in current.update { $0 = level } })  // LEAK
  }

  func info(_ text: @autoclosure () -> String) {
    if (mended ? Self.level.value : current.value) > 1 { _ = "\(label): \(text())" }
  }
}

enum LoggerLevels: LeakProgram {
  static func run() {
    let console = Logger.level.subscribe(next: { level in _ = "level \(level)" })
    for request in 0..<40 {
      let logger = Logger("request \(request)")
      logger.info("begun")
      pause(milliseconds: 3)
      if request % 10 == 9 { Logger.level.accept(request % 4) }
      logger.info("done")
    }
    for step in 0..<10 {
      Logger.level.accept(step % 4)
      pause(milliseconds: 2)
    }
    console.dispose()
  }
}
