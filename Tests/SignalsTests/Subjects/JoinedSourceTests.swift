import Signals
import Synchronization
import Testing
import TraceFormat

/// A trace tells which subject, relay or property a subscription joined.
@Suite struct JoinedSourceTests {
  /// The sources that were joined, in the order of the records, each by the place at which it first comes.
  private func order(_ events: [TraceEvent]) -> [Int] {
    var places: [UInt64: Int] = [:]
    return events.compactMap { event in
      guard case .joinedSource(_, let source) = event else { return nil }
      let place = places[source] ?? places.count
      places[source] = place
      return place
    }
  }

  /// Two of a kind, made on one line.
  private static let kinds: [(name: String, make: @Sendable () -> [Signal<Int>])] = [
    ("PublishSubject", { (0..<2).map { _ in PublishSubject<Int>() } }),
    ("BehaviorSubject", { (0..<2).map { BehaviorSubject($0) } }),
    ("ReplaySubject", { (0..<2).map { ReplaySubject(capacity: $0 + 1) } }),
    ("AsyncSubject", { (0..<2).map { _ in AsyncSubject<Int>() } }),
    ("PublishRelay", { (0..<2).map { _ in PublishRelay<Int>() } }),
    ("BehaviorRelay", { (0..<2).map { BehaviorRelay($0) } }),
    ("ReplayRelay", { (0..<2).map { ReplayRelay(capacity: $0 + 1) } }),
    ("Channel", { (0..<2).map { _ in Channel<Int>().following } }),
  ]

  @Test(arguments: kinds.indices)
  func `two of one line are told apart, and one is one for all that join it`(kind: Int) throws {
    let traced = try Traced {
      let sources = Self.kinds[kind].make()
      let handles = [0, 1, 0, 1, 1].map { sources[$0].map { $0 }.subscribe() }
      withExtendedLifetime((sources, handles)) {}
    }
    #expect(order(traced.events) == [0, 1, 0, 1, 1], "\(Self.kinds[kind].name)")
  }

  @Test func `two properties of one line are told apart, and each is one for all its signals`() throws {
    let traced = try Traced {
      let levels = (0..<2).map { MutableProperty($0) }
      let handles = [0, 1, 0, 1].map { levels[$0].signal.subscribe() }
      withExtendedLifetime((levels, handles)) {}
    }
    #expect(order(traced.events) == [0, 1, 0, 1])
  }

  @Test func `a subject that two operators share is one`() throws {
    let traced = try Traced {
      let (texts, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
      let handles = [texts.take(until: stop).subscribe(), texts.scan(0, +).take(until: stop).subscribe()]
      withExtendedLifetime(handles) {}
    }
    #expect(order(traced.events).sorted() == [0, 0, 1, 1])
  }

  @Test func `it comes right behind the subscription, before all that the subject sends`() throws {
    let traced = try Traced {
      let level = BehaviorSubject(1)
      level.subscribe(next: { _ in }).dispose()
      level.completed()
      // Who comes after the end joins it as well.
      _ = level.subscribe()
    }
    // A root and its subscription to the subject, each time.
    let words = traced.events.compactMap { event -> String? in
      switch event {
      case .subscribed: "subscribed"
      case .joinedSource: "joined"
      case .next: "next"
      case .completed: "completed"
      default: nil
      }
    }
    let next = ["subscribed", "subscribed", "joined", "next", "next"]
    #expect(words == next + ["subscribed", "subscribed", "joined", "completed", "completed"])
    #expect(order(traced.events) == [0, 0])
  }

  @Test func `who joins within a delivery says so at once, and also if it leaves at once`() throws {
    let traced = try Traced {
      let rooms = PublishSubject<Int>()
      _ = rooms.subscribe(next: { _ in rooms.subscribe().dispose() })
      rooms.next(1)
    }
    var subscribed: SubscriptionID?
    var joined = 0
    for event in traced.events {
      if case .subscribed(let id, _, _, _) = event { subscribed = id }
      if case .joinedSource(let id, _) = event {
        joined += 1
        #expect(id == subscribed)
      }
    }
    #expect(joined == 2)
    #expect(order(traced.events) == [0, 0])
  }

  @Test func `a connection's subscribers join the connection alone`() throws {
    let traced = try Traced {
      let source = PublishSubject<Int>()
      let signals = [source.share(), source.replayLazily(), source.replay(1), source.publish().autoconnect()]
      let handles = signals.flatMap { [$0.subscribe(), $0.subscribe()] }
      withExtendedLifetime(handles) {}
    }
    var names: [SubscriptionID: String] = [:]
    for case .subscribed(let id, _, _, let site) in traced.events { names[id] = site.operatorName }
    let joined = traced.events.compactMap { event -> String? in
      if case .joinedSource(let id, _) = event { names[id] } else { nil }
    }
    #expect(joined == Array(repeating: "PublishSubject", count: 4))
    #expect(order(traced.events) == [0, 0, 0, 0])
    #expect(traced.events.count { if case .joined = $0 { true } else { false } } == 8)
  }

  @Test func `the groups of one operator are told apart, and so are its windows`() throws {
    let traced = try Traced {
      let numbers = PublishSubject<Int>()
      _ = numbers.groupBy { $0 % 2 }.subscribe(next: { group in
        _ = group.subscribe()
        _ = group.subscribe()
      })
      for number in 0..<2 { numbers.next(number) }
      _ = numbers.window(count: 1).subscribe(next: { window in _ = window.subscribe() })
      for number in 0..<2 { numbers.next(number) }
    }
    // The numbers, two groups of two, the numbers once more, two windows.
    #expect(order(traced.events).sorted() == [0, 0, 1, 1, 2, 2, 3, 4])
  }

  @Test func `its number is no subscription's, connection's or owner's`() throws {
    let traced = try Traced {
      let bag = DisposeBag()
      for _ in 0..<50 {
        let subject = PublishSubject<Int>()
        subject.share().subscribe().disposed(by: bag)
        subject.subscribe().disposed(by: bag)
      }
    }
    var (sources, others) = (Set<UInt64>(), Set<UInt64>())
    for event in traced.events {
      switch event {
      case .joinedSource(_, let source): sources.insert(source)
      case .subscribed(let id, _, _, _): others.insert(id.rawValue)
      case .connected(let connection, _, _): others.insert(connection)
      case .owner(let owner, _, _, _): others.insert(owner.rawValue)
      default: break
      }
    }
    #expect(sources.count == 50 && others.count > 200)
    #expect(sources.isDisjoint(with: others))
  }

  @Test func `two threads that are the first to join at once join the same`() throws {
    let rounds = 300
    let (records, _) = try Traced.recording {
      for round in 0..<rounds {
        let subject = PublishSubject<Int>(file: "App/Race.swift", line: UInt32(round))
        let join: @Sendable () -> Void = { for _ in 0..<3 { _ = subject.subscribe() } }
        together(join, join)
      }
    }
    var lines: [SubscriptionID: UInt32] = [:]
    for record in records {
      guard case .subscribed(let id, _, _, let site) = record.event, site.file == "App/Race.swift" else {
        continue
      }
      lines[id] = site.line
    }
    var sources: [UInt32: [UInt64]] = [:]
    for record in records {
      guard case .joinedSource(let id, let source) = record.event, let line = lines[id] else { continue }
      sources[line, default: []].append(source)
    }
    #expect(sources.count == rounds)
    #expect(sources.values.allSatisfy { $0.count == 6 && Set($0).count == 1 })
    #expect(Set(sources.values.compactMap(\.first)).count == rounds)
  }

  @Test func `who has joined before anybody recorded says nothing, and who comes then does`() throws {
    let subject = PublishSubject<Int>(file: "App/Early.swift", line: 1)
    let early = subject.subscribe()
    let traced = try Traced { _ = subject.subscribe(file: "App/Late.swift", line: 2) }
    #expect(order(traced.events) == [0])
    // The number stays.
    let again = try Traced { _ = subject.subscribe() }
    let sources = (traced.events + again.events).compactMap { event -> UInt64? in
      if case .joinedSource(_, let source) = event { source } else { nil }
    }
    #expect(sources.count == 2 && Set(sources).count == 1)
    withExtendedLifetime(early) {}
  }
}
