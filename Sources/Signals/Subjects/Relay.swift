import SignalTracing

/// A subject that never ends: what is accepted goes to the subscribers.
///
/// Thread-safe and re-entrant as subjects are. As Rx `PublishRelay`, `BehaviorRelay`, `ReplayRelay`.
public class Relay<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  private let subject: Subject<Value>

  fileprivate init(_ site: CallSite, _ subject: Subject<Value>) {
    self.subject = subject
    super.init(site) { relay, gate in unsafeDowncast(relay, to: Relay<Value>.self).subject.rows.add(gate) }
  }

  /// Sends a value.
  public final func accept(_ value: Value) { subject.next(value) }

  /// Whether anybody was subscribed a moment ago.
  public final var hasSubscribers: Bool { subject.hasSubscribers }
}

/// A relay that sends what it accepts to whoever is subscribed at that moment.
public final class PublishRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    let site = CallSite("PublishRelay", file, line, .relay)
    super.init(site, PublishSubject(site))
  }
}

/// A relay with a value at any time, which a subscriber gets first.
public final class BehaviorRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  private let behavior: BehaviorSubject<Value>

  public init(_ initial: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    behavior = BehaviorSubject(initial, file: file, line: line)
    super.init(CallSite("BehaviorRelay", file, line, .relay), behavior)
  }

  /// The value whose delivery was begun last. Any thread.
  public var value: Value { behavior.value }
}

/// A relay that keeps the newest values, and sends them first to whoever subscribes.
public final class ReplayRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  /// - Parameter capacity: how many values are kept: all by default. A negative capacity is 0.
  public init(capacity: Int = .max, file: StaticString = #fileID, line: UInt32 = #line) {
    let site = CallSite("ReplayRelay", file, line, capacity == .max ? [.relay, .buffers] : .relay)
    super.init(site, ReplaySubject(site, capacity: capacity))
  }
}

extension SiteTraits {
  /// It goes on for as long as there is anybody to send to it.
  fileprivate static var relay: SiteTraits { [.source, .hot, .endless] }
}
