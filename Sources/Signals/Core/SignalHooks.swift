public import SignalTracing
public import TraceFormat

/// Closures that the runtime calls and a program can replace.
public enum SignalHooks {
  /// Called with each error that a subscription without an error handler receives, and with the place in the
  /// program that made the subscription. Any thread; no lock is held. By default it writes one line to
  /// standard error.
  public static var onUnhandledError: @Sendable (any Error, Site) -> Void {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }

  private static let handler = Mutex<@Sendable (any Error, Site) -> Void> { error, site in
    StandardError.write("Signals: unhandled error at \(site.file):\(site.line): \(error)\n")
  }

  static func report(_ error: any Error, at root: TracedSubscription) { onUnhandledError(error, root.site) }
}
