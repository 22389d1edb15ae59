import SignalTracing
import Synchronization

/// How long what is shared lasts.
public enum SharingScope: Sendable {
  /// Until the last subscriber leaves or the source ends; the next subscriber begins anew.
  case whileConnected
  /// For ever: who comes later gets what was kept, and the end.
  case forever
}

extension Signal {
  /// Shares one subscription to this signal among all subscribers: it begins with the first, and ends with the last.
  ///
  /// - Parameters:
  ///   - count: how many of the newest values a subscriber gets as it comes.
  ///   - scope: whether what was kept, and the end, last longer than the subscription to this signal.
  ///
  /// As Rx `share(replay:scope:)`.
  public func share(
    replay count: Int = 0, scope: SharingScope = .whileConnected,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite("share", file, line)
    return counted(site, scope) {
      count > 0 ? ReplaySubject(site, capacity: count) : PublishSubject(site)
    }
  }

  fileprivate func counted(
    _ site: CallSite, _ scope: SharingScope, _ makeSubject: @escaping @Sendable () -> Subject<Value>
  ) -> Signal<Value> {
    let sharing = Sharing(self, scope, makeSubject)
    return Signal<Value>(site) { _, gate in sharing.add(gate) }
  }
}

extension MulticastConnection {
  /// A signal that connects as its first subscriber comes and disconnects as its last one leaves, again and again.
  ///
  /// With a subject that was given, all connections use that one, and its end is final; where subjects are made, each
  /// connection has its own. As Rx `refCount`.
  public func refCount(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    let site = CallSite("refCount", file, line)
    if let makeSubject { return source.counted(site, .whileConnected, makeSubject) }
    return source.counted(site, .forever) { [subject] in subject }
  }
}

/// Counts the subscribers of what is shared, and connects for them.
private final class Sharing<Value: Sendable>: Sendable {
  private let source: Signal<Value>
  private let scope: SharingScope
  private let makeSubject: @Sendable () -> Subject<Value>

  private struct State {
    var feed: Feed<Value>?
    /// Of this feed.
    var subscribers = 0
    /// The subject of all feeds, if it lasts for ever.
    var subject: Subject<Value>?
  }
  private let state = Mutex(State())

  init(
    _ source: Signal<Value>, _ scope: SharingScope, _ makeSubject: @escaping @Sendable () -> Subject<Value>
  ) {
    self.source = source
    self.scope = scope
    self.makeSubject = makeSubject
  }

  func add(_ gate: Gate) {
    let feed = joinedFeed() ?? joinedFeed(orElse: makeSubject())
    feed.subject.rows.add(gate, through: Membership(of: gate, at: feed.subject.rows) { self.leave(feed) })
    if gate.isOpen { feed.start(for: gate) }
  }

  /// Counts one more subscriber. Nil, and nobody is counted, if that takes a new subject.
  private func joinedFeed() -> Feed<Value>? {
    state.withLock { state in
      if state.feed == nil { state.feed = state.subject.map { makeFeed(to: $0) } }
      if state.feed != nil { state.subscribers += 1 }
      return state.feed
    }
  }

  /// The same with a subject at hand, which is not used if somebody was faster. The program may have made it, so it is
  /// not made under the lock.
  private func joinedFeed(orElse subject: Subject<Value>) -> Feed<Value> {
    state.withLock { state in
      let subject = state.subject ?? subject
      if scope == .forever { state.subject = subject }
      let feed = state.feed ?? makeFeed(to: subject)
      state.feed = feed
      state.subscribers += 1
      return feed
    }
  }

  private func makeFeed(to subject: Subject<Value>) -> Feed<Value> {
    Feed(from: source, to: subject) { self.forget($0) }
  }

  /// The source has ended: the next subscriber begins anew, even one that comes as others are told of the end.
  private func forget(_ feed: Feed<Value>) {
    state.withLock { state in
      guard state.feed === feed else { return }
      state.feed = nil
      state.subscribers = 0
    }
  }

  private func leave(_ feed: Feed<Value>) {
    let isLast = state.withLock { state in
      guard state.feed === feed else { return false }
      state.subscribers -= 1
      guard state.subscribers == 0 else { return false }
      state.feed = nil
      return true
    }
    if isLast { feed.dispose(because: .downstream) }
  }
}
