extension Signal {
  /// Subscribes with closures that are isolated to the main actor. `next`, `error` and `completed` run there,
  /// one at a time, in the order of the events.
  ///
  ///     signal.subscribeOnMain(next: { label.text = $0 }).disposed(by: bag)
  ///
  /// The threads on which the signal is started and sends do not change. After a disposal on the main actor
  /// no closure for an event runs.
  ///
  /// - Parameters:
  ///   - next: runs for each value.
  ///   - error: runs for an error. Without it an error goes to `SignalHooks.onUnhandledError`.
  ///   - completed: runs when the signal completes.
  ///   - disposed: runs once, last, on the thread that ends the subscription.
  /// - Returns: the handle whose `dispose()` ends the subscription. Releasing the handle does not.
  ///
  /// As `deliver(on: MainActor.shared)` and `subscribe`.
  public final func subscribeOnMain(
    next: (@MainActor @Sendable (Value) -> Void)? = nil,
    error: (@MainActor @Sendable (any Error) -> Void)? = nil,
    completed: (@MainActor @Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    deliver(on: MainActor.shared, file: file, line: line).subscribe(
      next: next.map(assumingMain), error: error.map(assumingMain), completed: completed.map(assumingMain),
      disposed: disposed, file: file, line: line)
  }
}

/// The closure, for callers that run on the main actor although their type does not say so.
private func assumingMain<Argument: Sendable>(
  _ body: @escaping @MainActor @Sendable (Argument) -> Void
) -> @Sendable (Argument) -> Void {
  { argument in MainActor.assumeIsolated { body(argument) } }
}

private func assumingMain(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
  { MainActor.assumeIsolated { body() } }
}
