public import SignalTracing

/// A signal that the program sends to by hand, the way from other code into signals.
///
/// Any thread may send, also from within a delivery: events are delivered one at a time and in one order to
/// all subscribers; an event that finds another being delivered comes next. Events after the end are ignored;
/// a subscriber that comes after the end gets the terminal event. The kinds of subject differ in what else a
/// new subscriber gets. As `RACSubject` and Rx `SubjectType`.
public class Subject<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  @usableFromInline final let rows: ValueRows<Value>

  @usableFromInline
  init(_ site: CallSite, rows: ValueRows<Value>) {
    self.rows = rows
    super.init(site, kind: .subject) { subject, gate in
      // A signal is attached by itself.
      unsafeDowncast(subject, to: Subject<Value>.self).rows.add(gate)
    }
  }

  deinit { if TracedSubscription.livesAreWatched { rows.wasAbandoned() } }

  /// Sends a value. Ignored after the end.
  public func next(_ value: Value) { rows.next(value) }

  /// Fails: every subscriber gets the error, and those who come later. Ignored after the end.
  ///
  /// A trace tells the line of the call.
  public final func error(_ error: any Error, file: StaticString = #fileID, line: UInt32 = #line) {
    if Trace.ownersAreWatched { rows.willEnd(at: CallSite("error", file, line)) }
    rows.end(.failed(error))
  }

  /// Completes: every subscriber is told, and those who come later. Ignored after the end.
  ///
  /// A trace tells the line of the call.
  public final func completed(file: StaticString = #fileID, line: UInt32 = #line) {
    if Trace.ownersAreWatched { rows.willEnd(at: CallSite("completed", file, line)) }
    rows.end(.completed)
  }

  /// The same, for where a function of one parameter is asked for.
  @_disfavoredOverload
  public final func error(_ error: any Error) { rows.end(.failed(error)) }

  /// The same, for where a function without parameters is asked for.
  @_disfavoredOverload
  public final func completed() { rows.end(.completed) }

  /// Whether anybody was subscribed a moment ago.
  public final var hasSubscribers: Bool { rows.living > 0 }
}
