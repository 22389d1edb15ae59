import SignalTracing
import Signals
import Synchronization
import Testing
import TraceFormat

/// A trace tells where nobody can send to a source any more.
@Suite struct AbandonedTests {
  /// The numbers that a trace says of, and where it has met each: the operator of a subscription, or `source`.
  private func abandoned(_ body: @escaping @Sendable () -> Void) throws -> [String] {
    var names: [UInt64: String] = [:]
    return try Traced(body).events.compactMap { event in
      switch event {
      case .subscribed(let id, _, _, let site): names[id.rawValue] = site.operatorName
      case .joinedSource(_, let source): names[source] = "source"
      case .abandoned(let source): return names[source] ?? "-"
      default: break
      }
      return nil
    }
  }

  @Test func `a closure that lets go of its subscriber, whether it had sent it a value or not`() throws {
    let told = try abandoned {
      let silent = Signal<Int>.create { _ in nil }.map { $0 }.subscribe()
      let begun = Signal<Int>.create { subscriber in
        subscriber.next(1)
        return NopDisposable()
      }.subscribe(next: { _ in })
      withExtendedLifetime((silent, begun)) {}
    }
    #expect(told == ["create", "create"])
  }

  @Test func `not a closure that keeps its subscriber, has ended it, or was disposed before it let go`()
    throws
  {
    let told = try abandoned {
      let kept = Mutex<Subscriber<Int>?>(nil)
      let handle = Signal<Int>.create { subscriber in
        kept.withLock { $0 = subscriber }
        return nil
      }.subscribe()
      let ended = Signal<Int>.create { subscriber in
        subscriber.completed()
        return nil
      }.subscribe()
      let deferred = Signal<Int>.deferred { .never() }.subscribe()
      handle.dispose()
      kept.withLock { $0 = nil }
      withExtendedLifetime((ended, deferred)) {}
    }
    #expect(told.isEmpty)
  }

  @Test func `a subject or relay that goes while it has a subscriber`() throws {
    let told = try abandoned {
      var subject: PublishSubject<Int>? = PublishSubject()
      var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
      let handles = [subject?.map { $0 }.subscribe(), relay?.subscribe(next: { _ in })]
      subject = nil
      relay = nil
      withExtendedLifetime(handles) {}
    }
    #expect(told == ["source", "source"])
  }

  @Test func `not a subject that has ended, has nobody, or is fed by a connection, and no property`() throws {
    let told = try abandoned {
      var ended: PublishSubject<Int>? = PublishSubject()
      var left: PublishSubject<Int>? = PublishSubject()
      var level: MutableProperty<Int>? = MutableProperty(0)
      let source = PublishSubject<Int>()
      let shared = source.multicast(PublishSubject())
      let shares = shared.signal.subscribe()
      let handles = [ended?.subscribe(), left?.subscribe(), level?.signal.subscribe()]
      let connection = shared.connect()
      ended?.completed()
      handles[1]?.dispose()
      ended = nil
      left = nil
      level = nil
      withExtendedLifetime((handles, source, shared, shares, connection)) {}
    }
    #expect(told.isEmpty)
  }

  @Test func `a library tells it of its own sources`() throws {
    let told = try abandoned {
      let one = TracedSubscription(
        site: CallSite("spring", "Brook/App.swift", 7), downstream: nil, role: Role(.source))
      let other = TracedSubscription(
        site: CallSite("well", "Brook/App.swift", 8), downstream: nil, role: Role(.source))
      let source = Trace.newIdentifier()
      other.joined(source: source)
      one.abandoned()
      Trace.abandoned(source: source)
      for subscription in [one, other] {
        subscription.disposed(.explicit)
        subscription.end()
      }
    }
    #expect(told == ["spring", "source"])
  }
}
