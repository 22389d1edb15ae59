public import SignalTracing
public import TraceFormat

/// How long `share` keeps the shared values and the end.
public enum SharingScope: Sendable {
  /// Until the last subscriber leaves or the source ends. The next subscriber makes a new subscription to the
  /// source.
  case whileConnected
  /// For ever. A later subscriber gets the kept values, and the end.
  case forever
}

extension Signal {
  /// Shares one subscription to this signal among all subscribers. It begins with the first subscriber, and
  /// ends when the last one leaves.
  ///
  ///     source  ^-1--2--3--x
  ///     a       ^-1--2-x
  ///     b           ^2--3--x
  ///
  /// - Parameters:
  ///   - count: the number of newest values that a new subscriber gets at once. A negative count is 0.
  ///   - scope: whether the kept values, and the end, last longer than the subscription to this signal.
  ///
  /// All subscribers get the end of this signal. A later subscriber makes a new subscription to this signal;
  /// with `.forever` it gets the kept values and the end instead. As Rx `share(replay:scope:)`.
  @inlinable
  public func share(
    replay count: Int = 0, scope: SharingScope = .whileConnected,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite(count > 0 ? "share(replay:)" : "share", file, line, .countedShare)
    let steps =
      count > 0
      ? FeedGate<Value>.steps(from: self, FeedGate<Value>.keeps) { ReplayRows(capacity: count) }
      : FeedGate<Value>.steps(from: self, FeedGate<Value>.delivers) { ValueRows() }
    return counted(site, Sharing(scope, hasOwnRows: true, steps))
  }

  @inlinable
  func counted(_ site: CallSite, _ sharing: Sharing) -> Signal<Value> {
    Signal<Value>(site, kind: .adopting) { _, gate in sharing.add(gate) }
  }
}

extension MulticastConnection {
  /// A signal that connects with its first subscriber and disconnects when its last one leaves, again and
  /// again.
  ///
  ///     source  ^-1--2-x   ^-1--2-x
  ///     a       ^-1-x
  ///     b          ^-2-x
  ///     c                  ^-1--2-x
  ///
  /// After `multicast(_:)` all connections use the same subject, and its end is final. After `publish()` or
  /// `multicast(makeSubject:)` each connection has its own subject. As Rx `refCount`.
  public func refCount(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    let site = CallSite("refCount", file, line, .countedShare)
    let steps: Sharing.Steps
    if let makeSubject {
      steps = FeedGate.steps(from: source, FeedGate.sends) { makeSubject().rows }
    } else {
      steps = FeedGate.steps(from: source, FeedGate.sends) { [rows = subject.rows] in rows }
    }
    return source.counted(
      site, Sharing(makeSubject == nil ? .forever : .whileConnected, hasOwnRows: false, steps))
  }
}
