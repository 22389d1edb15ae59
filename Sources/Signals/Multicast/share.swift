public import SignalTracing
public import TraceFormat

/// How long the shared values last.
public enum SharingScope: Sendable {
  /// Until the last subscriber leaves or the source ends; the next subscriber begins anew.
  case whileConnected
  /// For ever: a later subscriber gets the values that were kept, and the end.
  case forever
}

extension Signal {
  /// Shares one subscription to this signal among all subscribers: it begins with the first, and ends with
  /// the last.
  ///
  ///     source  ^-1--2--3--x
  ///     a       ^-1--2-x
  ///     b           ^2--3--x
  ///
  /// - Parameters:
  ///   - count: how many of the newest values a subscriber gets as it comes. A negative count is 0.
  ///   - scope: whether the kept values, and the end, last longer than the subscription to this signal.
  ///
  /// All subscribers get the end of this signal. A subscriber that comes after it begins anew. With
  /// `.forever` it gets the kept values and the end instead. As Rx `share(replay:scope:)`.
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
  /// A signal that connects as its first subscriber comes and disconnects as its last one leaves, again and
  /// again.
  ///
  ///     source  ^-1--2-x   ^-1--2-x
  ///     a       ^-1-x
  ///     b          ^-2-x
  ///     c                  ^-1--2-x
  ///
  /// With a subject that was given, all connections use that one, and its end is final; where subjects are
  /// made, each connection has its own. As Rx `refCount`.
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
