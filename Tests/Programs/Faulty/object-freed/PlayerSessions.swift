// fault: object-freed
// verdict: certain
// proof: run
// says: a session that is let go of leaves its heartbeat behind, which is marked as its own

import Signals

/// Game sessions with a heartbeat each.
enum PlayerSessions: LeakProgram {
  static func run() {
    let clock = QueueScheduler("hearts")
    var sessions = (0..<5).map { _ in PlayerSession(clock) }
    pause(milliseconds: 20)
    while !sessions.isEmpty {
      sessions.removeLast().end()
      pause(milliseconds: 5)
    }
    pause(milliseconds: 120)
  }
}

private final class PlayerSession: Sendable {
  private let beats = Shared(0)
  private let handle = Shared<Disposable?>(nil)

  init(_ clock: QueueScheduler) {
    let heart = Signal<Int>.interval(.milliseconds(4), on: clock)
      .subscribe(next: { [weak self] _ in self?.beat() })  // LEAK
      .owned(by: self)  // LEAK
    handle.update { $0 = heart }
  }

  func end() { if mended { handle.value?.dispose() } }
  private func beat() { beats.update { $0 += 1 } }
}
