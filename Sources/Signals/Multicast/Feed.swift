import SignalTracing
import Synchronization

/// One subscription to a source, whose events go to a subject: what a connection's subscribers share.
///
/// It starts once. Disposing it is final, and leaves the subject and its subscribers as they are.
final class Feed<Value: Sendable>: Disposable, FeedOwner, @unchecked Sendable {
  let source: Signal<Value>
  let subject: Subject<Value>

  private struct State {
    // Weak, as the gate keeps the feed.
    weak var gate: FeedGate<Value>?
    var hasStarted = false
  }
  private let state = Mutex(State())

  init(from source: Signal<Value>, to subject: Subject<Value>) {
    self.source = source
    self.subject = subject
    super.init()
  }

  /// Subscribes to the source, the first time.
  ///
  /// - Parameter first: the subscriber for whose sake it starts; nil when nobody subscribed for it.
  func start(for first: Gate?) {
    guard state.withLock({ !exchange(&$0.hasStarted, with: true) }), !isDisposed else { return }
    let gate = FeedGate(to: source, feeding: subject, for: first, owner: self)
    state.withLock { $0.gate = gate }
    // Disposed since the question above?
    if isDisposed { dispose(because: .explicit) }
    gate.connect(to: source)
  }

  override func dispose() { dispose(because: .explicit) }

  override func dispose(because reason: DisposalReason) {
    super.dispose()
    state.withLock { $0.gate }?.dispose(reason)
  }

  @usableFromInline func sourceEnded(_ gate: Gate) { super.dispose() }
}
