public import SignalTracing
public import TraceFormat

/// How long what is shared lasts.
public enum SharingScope: Sendable {
  /// Until the last subscriber leaves or the source ends; the next subscriber begins anew.
  case whileConnected
  /// For ever: a later subscriber gets the values that were kept, and the end.
  case forever
}

extension Signal {
  /// Shares one subscription to this signal among all subscribers: it begins with the first, and ends with the last.
  ///
  ///     source  ^-1--2--3--x
  ///     a       ^-1--2-x
  ///     b           ^2--3--x
  ///
  /// - Parameters:
  ///   - count: how many of the newest values a subscriber gets as it comes. A negative count is 0.
  ///   - scope: whether what was kept, and the end, last longer than the subscription to this signal.
  ///
  /// All subscribers get the end of this signal. A subscriber that comes after it begins anew, or, with `.forever`, gets
  /// the values that were kept and that end. As Rx `share(replay:scope:)`.
  @inlinable
  public func share(
    replay count: Int = 0, scope: SharingScope = .whileConnected,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let site = CallSite("share", file, line, .countedShare)
    return counted(site, scope, hasOwnSubjects: true) {
      count > 0 ? ReplaySubject(site, capacity: count) : PublishSubject(site)
    }
  }

  @inlinable
  func counted(
    _ site: CallSite, _ scope: SharingScope, hasOwnSubjects: Bool = false,
    _ makeSubject: @escaping @Sendable () -> Subject<Value>
  ) -> Signal<Value> {
    let sharing = SharingOf(self, scope, hasOwnSubjects: hasOwnSubjects, makeSubject)
    return Signal<Value>(site, kind: .adopting) { _, gate in sharing.add(gate) }
  }
}

extension MulticastConnection {
  /// A signal that connects as its first subscriber comes and disconnects as its last one leaves, again and again.
  ///
  ///     source  ^-1--2-x   ^-1--2-x
  ///     a       ^-1-x
  ///     b          ^-2-x
  ///     c                  ^-1--2-x
  ///
  /// With a subject that was given, all connections use that one, and its end is final; where subjects are made, each
  /// connection has its own. As Rx `refCount`.
  public func refCount(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    let site = CallSite("refCount", file, line, .countedShare)
    if let makeSubject { return source.counted(site, .whileConnected, makeSubject) }
    return source.counted(site, .forever) { [subject] in subject }
  }
}

/// What is shared, with the type of its values.
@usableFromInline
final class SharingOf<Value: Sendable>: Sharing, @unchecked Sendable {
  @usableFromInline let source: Signal<Value>
  @usableFromInline let newSubject: @Sendable () -> Subject<Value>
  /// Made where the type is known: here it would be looked up each time.
  @usableFromInline let newGate: @Sendable (SharingOf, __owned Subject<Value>, Gate?) -> FeedGate<Value>

  @inlinable
  init(
    _ source: Signal<Value>, _ scope: SharingScope, hasOwnSubjects: Bool,
    _ newSubject: @escaping @Sendable () -> Subject<Value>
  ) {
    self.source = source
    self.newSubject = newSubject
    newGate = { sharing, subject, first in
      FeedGate(to: sharing.source, feeding: subject, for: first, owner: sharing)
    }
    super.init(scope, hasOwnSubjects: hasOwnSubjects)
  }

  @inlinable override func makeSubject() -> Shared {
    let subject = newSubject()
    let rows = Unmanaged<SubjectRows>.passUnretained(subject.rows)
    return rows._withUnsafeGuaranteedRef { Shared(subject: subject, rows: $0) }
  }

  @inlinable override func makeGate(feeding subject: __owned SignalDescription, for first: Gate?) -> Gate {
    // `makeSubject` of this one made it.
    newGate(self, unsafeDowncast(consume subject, to: Subject<Value>.self), first)
  }

  @inlinable override func connect(_ gate: __owned Gate) {
    // `newGate` made it.
    FeedGate.connect(unsafeDowncast(consume gate, to: FeedGate<Value>.self), to: source)
  }
}
