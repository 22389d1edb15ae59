import Signals
import Synchronization
import TraceFormat

/// The hook for errors that nobody handles, which is one for the process: a test at a time has it.
enum UnhandledErrors {
  private static let turn = Mutex<Void>(())

  /// Runs `body` while `handle` gets such errors; those for which it is false go where they went before.
  static func handled(
    by handle: @escaping @Sendable (any Error, Site) -> Bool, _ body: () throws -> Void
  ) rethrows {
    try turn.withLock { _ in
      let before = SignalHooks.onUnhandledError
      defer { SignalHooks.onUnhandledError = before }
      SignalHooks.onUnhandledError = { error, site in
        if !handle(error, site) { before(error, site) }
      }
      try body()
    }
  }
}
