import Dispatch
import Signals
import Synchronization

/// Prints alerts and sessions as they come.
final class Printer: Sendable {
  private struct State {
    var alerts = 0
    var error: (any Error)?
  }

  private let shownAlerts: Int
  private let showsSessions: Bool
  private let queue = QueueScheduler("terminal")
  private let state = Mutex(State())
  private let bag = DisposeBag()

  init(shownAlerts: Int, showsSessions: Bool) {
    self.shownAlerts = shownAlerts
    self.showsSessions = showsSessions
  }

  /// The error with which the alerts failed.
  var error: (any Error)? { state.withLock { $0.error } }

  /// A line about the alerts that were not shown, and one that is empty if there were any.
  var hiddenAlerts: [String] {
    let count = state.withLock { $0.alerts }
    guard count > 0, !showsSessions || count > shownAlerts else { return count > 0 ? [""] : [] }
    return count > shownAlerts ? ["… \((count - shownAlerts).counted("more alert"))", ""] : [""]
  }

  /// Prints until both have ended, and all of it is on the terminal: then one need wait no more.
  func show(alerts: Signal<Alert>, sessions: Signal<SessionSummary>) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    let sessionLines = sessions.filter { [showsSessions] _ in showsSessions }.map { session in
      "\(session.firstStamp)  \(session.source)  \(session.entries.counted("entry", "entries"))"
        + " in \(session.length.text)"
    }
    let lines = alerts.filter { _ in self.isShown() }.map { "! \($0)" }.merge(sessionLines)
    // Lines without number are printed where they arise: a slow terminal slows reading down, instead of filling memory.
    let printed = showsSessions || shownAlerts == .max ? lines : lines.deliver(on: queue)
    printed
      .subscribe(
        next: { Terminal.print([$0.printable]) },
        error: { error in self.state.withLock { $0.error = error } },
        disposed: { end.signal() }
      )
      .disposed(by: bag)
    return end
  }

  private func isShown() -> Bool {
    state.withLock { state in
      state.alerts += 1
      return state.alerts <= shownAlerts
    }
  }
}
