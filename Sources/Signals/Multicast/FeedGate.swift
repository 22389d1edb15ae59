public import SignalTracing
public import TraceFormat

/// Has a subject fed by one subscription to a source.
@usableFromInline
protocol FeedOwner: AnyObject, Sendable {
  /// The source has ended and is disposed; the subject is told next.
  func sourceEnded(_ gate: Gate)
  /// The source is disposed, whether it has ended or nobody wanted it any more.
  func connectionDisposed(_ gate: Gate)
}

/// The gate of a shared subscription: what its source sends goes to a subject.
///
/// It is upstream of many; for a trace it belongs to the first of them. Its owner keeps it until it ends, and it its owner:
/// a source may forget its subscriber.
@usableFromInline
final class FeedGate<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  @usableFromInline let subject: Subject<Value>
  @usableFromInline let owner: any FeedOwner
  /// By which traces know the connection.
  @usableFromInline let connection = Trace.newIdentifier()

  /// - Parameter first: the subscriber for whose sake the source is subscribed to; nil if there is none.
  @inlinable @inline(__always)
  init(
    to source: __shared Signal<Value>, feeding subject: __owned Subject<Value>, for first: __shared Gate?,
    owner: __owned any FeedOwner
  ) {
    self.subject = subject
    self.owner = owner
    super.init(
      trace: TracedSubscription(site: source.site, downstream: first?.trace, role: Role(.shared))
    ) { value, gate in
      // The gate that is being made here.
      unsafeDowncast(gate, to: FeedGate<Value>.self).subject.next(value)
    }
  }

  deinit {
    if isOpen { reportOver() }
  }

  /// Subscribes to the source.
  @usableFromInline
  static func connect(_ gate: __owned FeedGate, to source: Signal<Value>) {
    gate.begin()
    source.connect(handing: consume gate)
  }

  private func begin() {
    subject.rows.connected(connection)
    if TracedSubscription.livesAreWatched {
      Trace.connected(connection, source: trace.identifier, subscribers: subject.rows.living)
      subject.rows.joinAll()
    }
  }

  override func receive(_ ending: Ending) {
    owner.sourceEnded(self)
    subject.rows.end(ending)
  }

  override func didDispose(byHandle: Bool) {
    reportOver()
    owner.connectionDisposed(self)
  }

  private func reportOver() {
    subject.rows.disconnected(connection)
    guard TracedSubscription.livesAreWatched else { return }
    Trace.disconnected(connection, source: trace.identifier, subscribers: subject.rows.living)
  }
}
