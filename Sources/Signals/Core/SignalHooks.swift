public import SignalTracing
public import TraceFormat

/// Questions of the runtime to the program.
public enum SignalHooks {
  /// Called with an error that a subscription without an error handler received, and where that subscription
  /// was made. Any thread; no lock is held. By default one line goes to standard error.
  public static var onUnhandledError: @Sendable (any Error, Site) -> Void {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }

  private static let handler = Mutex<@Sendable (any Error, Site) -> Void> { error, site in
    StandardError.write("Signals: unhandled error at \(site.file):\(site.line): \(error)\n")
  }

  static func report(_ error: any Error, at root: TracedSubscription) { onUnhandledError(error, root.site) }
}
