import SignalTracing
import Signals
import Testing
import TraceFormat

/// What operators, owners and connections say of themselves in a trace.
@Suite struct TraceTests {
  @Test func `a stop signal is a control, and its firing is the reason`() throws {
    let traced = try Traced {
      let trigger = PublishSubject<Int>()
      _ = PublishSubject<Int>().take(until: trigger).subscribe()
      trigger.next(1)
    }
    #expect(
      traced.subscriptions == [
        "subscribe source < -", "take(until:) source < subscribe", "PublishSubject control < take(until:)",
        "PublishSubject source < take(until:)",
      ])
    #expect(
      traced.disposals == [
        "PublishSubject trigger", "PublishSubject downstream", "take(until:) terminated",
        "subscribe terminated",
      ])
  }

  @Test func `inner signals are numbered, and replaced by newer ones`() throws {
    let traced = try Traced {
      let outer = PublishSubject<Int>()
      let subscription = outer.flatMapLatest { _ in Signal<Int>.never() }.subscribe()
      outer.next(1)
      outer.next(2)
      subscription.dispose()
    }
    #expect(
      traced.subscriptions.dropFirst(3) == ["never inner 1 < flatMapLatest", "never inner 2 < flatMapLatest"])
    #expect(traced.disposals.first == "never replaced")
    #expect(traced.disposals.contains("never downstream"))
    #expect(traced.disposals.contains("subscribe explicit"))
  }

  @Test func `a retried source is a source each time, what a handler makes is an inner signal`() throws {
    let traced = try Traced {
      _ = Signal<Int>.fail(Broken()).retry(1).catch { _ in .just(1) }.subscribe()
    }
    #expect(
      traced.subscriptions == [
        "subscribe source < -", "catch source < subscribe", "retry source < catch", "fail source < retry",
        "fail source < retry", "just inner 1 < catch",
      ])
  }

  @Test func `a connection belongs to its first subscriber, one made by hand to nobody`() throws {
    let traced = try Traced {
      let shared = PublishSubject<Int>().share()
      let first = shared.subscribe()
      let second = shared.subscribe()
      first.dispose()
      second.dispose()
      _ = Signal<Int>.create { subscriber in
        Signal<Int>.never().publish().connect().dispose()
        subscriber.completed()
        return nil
      }.subscribe()
    }
    #expect(
      traced.subscriptions == [
        "subscribe source < -", "share source < subscribe", "PublishSubject shared < share",
        "subscribe source < -", "share source < subscribe",
        "subscribe source < -", "create source < subscribe", "never shared < -",
      ])
    var connections: [String] = []
    for event in traced.events {
      switch event {
      case .connected(_, let source, let subscribers): connections.append("+\(source != nil) \(subscribers)")
      case .disconnected(_, let source, let subscribers):
        connections.append("-\(source != nil) \(subscribers)")
      default: break
      }
    }
    #expect(connections == ["+true 1", "-true 0", "+true 0", "-true 0"])
  }

  @Test func `a bag is the owner and the reason, and its totals are true`() throws {
    let traced = try Traced {
      let ended = PublishSubject<Int>()
      let bag = DisposeBag()
      for _ in 0..<16 { ended.subscribe().disposed(by: bag) }
      ended.completed()
      Signal<Int>.never().named("kept").subscribe().disposed(by: bag)
    }
    var totals: [UInt64] = []
    var owners: Set<OwnerID> = []
    var disposedWith: [UInt64] = []
    var labels: [String] = []
    for event in traced.events {
      switch event {
      case .childAdded(let owner, _, let total), .childRemoved(let owner, _, let total):
        owners.insert(owner)
        totals.append(total)
      case .ownerDisposed(let owner, let children):
        owners.insert(owner)
        disposedWith.append(children)
      case .named(_, let owner, let label):
        if let owner { owners.insert(owner) }
        if let label { labels.append(label) }
      default: break
      }
    }
    #expect(totals == Array(1...16) + (0...15).reversed() + [1])
    #expect(disposedWith == [1] && owners.count == 1 && labels == ["kept"])
    #expect(traced.disposals.suffix(2) == ["subscribe owner", "never downstream"])
  }

  @Test func `what is removed from a composite is removed from its total`() throws {
    let traced = try Traced {
      let composite = CompositeDisposable()
      let child = Disposable {}
      composite.add(child)
      composite.remove(child)
      composite.dispose()
    }
    let told = traced.events.filter {
      switch $0 {
      case .owner, .ownerReleased, .called: false
      default: true
      }
    }
    guard case .childAdded(let owner, let child, 1) = told[0] else {
      Issue.record("\(told)")
      return
    }
    #expect(child != 0)
    #expect(
      told.dropFirst() == [
        .childRemoved(owner, child: child, total: 0), .ownerDisposed(owner, children: 0),
      ])
  }

  @Test func `an event that waited has the cause that it had when it was sent`() throws {
    let traced = try Traced {
      let subject = PublishSubject<Int>()
      let other = PublishSubject<Int>()
      _ = subject.merge(other).subscribe(next: { value in
        if value == 1 { subject.next(2) }
        if value == 2 { other.next(3) }
      })
      subject.next(1)
    }
    // Each value passes the subject's gate, merge's and the program's; the first of them is what the others follow from.
    var causes: [EventID?] = []
    var events: [EventID] = []
    for case .next(_, let event, let cause, _) in traced.events {
      events.append(event)
      causes.append(cause)
    }
    #expect(events.count == 9)
    for index in events.indices {
      #expect(causes[index] == (index == 0 ? nil : events[index - 1]), "\(index)")
    }
    let waited = traced.events.filter { if case .overlap = $0 { true } else { false } }
    #expect(waited.count == 2)
  }
}
