import SignalTracing
import TraceFormat

/// A subject that never ends: values that it accepts go to the subscribers.
///
/// A subscription to it ends when it is disposed. Thread-safe and re-entrant as subjects are: a value arrives
/// on the thread that accepts it, or on a thread that is delivering another one. As Rx `PublishRelay`,
/// `BehaviorRelay`, `ReplayRelay`.
public class Relay<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  private let subject: Subject<Value>

  fileprivate init(_ site: CallSite, _ subject: Subject<Value>) {
    self.subject = subject
    super.init(site) { [rows = subject.rows] _, gate in rows.add(gate) }
  }

  /// Sends a value to all subscribers. Any thread.
  public final func accept(_ value: Value) { subject.next(value) }

  /// Whether anybody was subscribed a moment ago.
  public final var hasSubscribers: Bool { subject.hasSubscribers }
}

/// A relay that passes each value on to its subscribers of that moment.
///
///     accepted  1-2-3-
///     early     1-2-3-
///     late         ^3-
///
/// As Rx `PublishRelay`.
public final class PublishRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  /// A relay that has no subscribers yet.
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    let site = CallSite("PublishRelay", file, line, .relay)
    super.init(site, PublishSubject(site))
  }
}

/// A relay with a value at any time, which a subscriber gets first.
///
///     accepted  -----1----2--     (initial 0)
///     early     0----1----2--
///     late             ^1-2--
///
/// As Rx `BehaviorRelay`.
public final class BehaviorRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  private let behavior: BehaviorSubject<Value>

  /// A relay whose value is `initial` until it accepts another.
  public init(_ initial: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    behavior = BehaviorSubject(initial, file: file, line: line)
    super.init(CallSite("BehaviorRelay", file, line, .relay), behavior)
  }

  /// The value whose delivery was begun last. Any thread.
  public var value: Value { behavior.value }
}

/// A relay that keeps the newest values, and sends them first to each new subscriber.
///
///     accepted  1--2--3------4--
///     late              ^(23)4--     (capacity 2)
///
/// As Rx `ReplayRelay`.
public final class ReplayRelay<Value: Sendable>: Relay<Value>, @unchecked Sendable {
  /// A relay that has kept nothing yet.
  ///
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
