import SignalTracing
import Synchronization

/// One subscription to a source, whose events go to a subject: what a multicast's subscribers share.
///
/// It starts once. Disposing it is final, and leaves the subject and its subscribers as they are.
final class Feed<Value: Sendable>: Disposable, @unchecked Sendable {
  let source: Signal<Value>
  let subject: Subject<Value>
  /// By which traces know the connection.
  private let number = Trace.newIdentifier()
  /// Runs as the source ends, before the subject does.
  private let sourceEnded: @Sendable (Feed<Value>) -> Void

  private struct State {
    // Weak, as the gate holds the feed: what keeps a subscription is its source.
    weak var gate: FeedGate<Value>?
    var hasStarted = false
  }
  private let state = Mutex(State())

  init(
    from source: Signal<Value>, to subject: Subject<Value>,
    sourceEnded: @escaping @Sendable (Feed<Value>) -> Void = { _ in }
  ) {
    self.source = source
    self.subject = subject
    self.sourceEnded = sourceEnded
    super.init()
  }

  /// Subscribes to the source, the first time.
  ///
  /// - Parameter first: the subscriber for whose sake it starts; nil when nobody subscribed for it.
  func start(for first: Gate?) {
    guard state.withLock({ !exchange(&$0.hasStarted, with: true) }), !isDisposed else { return }
    let gate = FeedGate(of: self, for: first)
    state.withLock { $0.gate = gate }
    if TracedSubscription.livesAreWatched {
      Trace.connected(number, source: gate.trace.identifier, subscribers: subject.rows.living)
    }
    // Disposed since the question above?
    if isDisposed { dispose(because: .explicit) }
    source.connect(gate)
  }

  override func dispose() { dispose(because: .explicit) }

  override func dispose(because reason: DisposalReason) {
    super.dispose()
    state.withLock { $0.gate }?.dispose(reason)
  }

  /// The source has ended.
  fileprivate func end(_ ending: Ending) {
    super.dispose()
    sourceEnded(self)
    subject.rows.end(ending)
  }

  /// The subscription to the source is over: it ended, was disposed, or nobody kept it.
  fileprivate func isOver(_ subscription: TracedSubscription) {
    guard TracedSubscription.livesAreWatched else { return }
    Trace.disconnected(number, source: subscription.identifier, subscribers: subject.rows.living)
  }
}

/// The gate of a shared subscription. It is upstream of many; for a trace it belongs to the first of them.
private final class FeedGate<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  private let feed: Feed<Value>

  init(of feed: Feed<Value>, for first: Gate?) {
    self.feed = feed
    let subject = feed.subject
    super.init(
      trace: TracedSubscription(site: feed.source.site, downstream: first?.trace, role: Role(.shared))
    ) { value, _ in subject.next(value) }
  }

  deinit {
    if isOpen { feed.isOver(trace) }
  }

  override func receive(_ ending: Ending) { feed.end(ending) }
  override func didDispose() { feed.isOver(trace) }
}
