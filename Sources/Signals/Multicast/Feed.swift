import SignalTracing
import TraceFormat

/// One subscription to a source, whose events go to a subject. A connection's subscribers share it.
///
/// A feed starts once, and holds the source's gate until the source ends or the feed is disposed. A disposed
/// feed cannot start again. Disposing it does not end the subject, and keeps its subscribers.
final class Feed<Value: Sendable>: Disposable, FeedOwner, @unchecked Sendable {
  let source: Signal<Value>
  let subject: Subject<Value>

  private struct State {
    // The gate keeps the feed as well, until the gate ends or the feed is disposed.
    var gate: FeedGate<Value>?
    var hasStarted = false
  }
  private let state = Mutex(State())

  init(from source: Signal<Value>, to subject: Subject<Value>) {
    self.source = source
    self.subject = subject
    super.init()
  }

  /// Subscribes to the source. Later calls do nothing.
  ///
  /// - Parameters:
  ///   - first: the subscriber that makes it start; nil if no subscriber does.
  ///   - site: the program's call that starts it; nil if a subscription starts it.
  func start(for first: Gate?, calledAt site: CallSite? = nil) {
    guard state.withLock({ !exchange(&$0.hasStarted, with: true) }), !isDisposed else { return }
    let gate = FeedGate(
      to: source, feeding: .passRetained(subject.rows), for: first, owner: self,
      receive: FeedGate<Value>.sends)
    let isWanted = state.withLock { state in
      if isDisposed { return false }
      state.gate = gate
      return true
    }
    guard isWanted else { return gate.dispose(.explicit) }
    if let site, Trace.ownersAreWatched { Trace.called(.connect, on: gate.trace.identifier, at: site) }
    gate.begin()
    source.connect(handing: gate)
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    takeGate()?.dispose(reason)
  }

  func sourceEnded(_ gate: Gate) {
    super.dispose(because: .terminated)
    _ = takeGate()
  }

  func connectionDisposed(_ gate: Gate) {}

  override func held(by owner: UInt64) -> UInt64 {
    guard let gate = state.withLock({ $0.gate }) else { return super.held(by: owner) }
    gate.trace.named(owner: owner)
    return gate.trace.identifier
  }

  override var traceNumber: UInt64 { state.withLock { $0.gate?.trace.identifier } ?? 0 }

  private func takeGate() -> FeedGate<Value>? { state.withLock { exchange(&$0.gate, with: nil) } }
}
