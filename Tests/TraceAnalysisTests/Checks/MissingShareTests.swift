import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// One signal that works for several subscribers at once.
struct MissingShareTests {
  private static let timer: SiteTraits = [.source, .timer, .endless]
  private static let closure: SiteTraits = [.source, .subscribesInUserCode]

  /// Subscriptions of one source line, each sending so many values; `owner` says who holds each.
  private func subscriptions(
    _ count: Int, of traits: SiteTraits, values: Int, every distance: Double = 0,
    owner: (Int) -> UInt64? = { _ in nil }
  ) -> TraceScript {
    var script = TraceScript()
    for number in 0..<count {
      let time = 1 + distance * Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let map = script.subscribe("map", "a.swift:8", for: root, at: time)
      let source = script.subscribe("work", "a.swift:2", for: map, traits: traits, at: time)
      if let owner = owner(number) { script.add(.named(root, owner: OwnerID(owner), label: nil), time) }
      for value in 0..<values { script.next([source, map, root], at: 5 + Double(value) / 100) }
    }
    return script
  }

  private func lines(_ script: TraceScript) -> [String] {
    script.findings(ended: 10).filter { $0.hasPrefix("missing-share") }
  }

  private func told(_ count: Int) -> [String] {
    [
      "missing-share work 2: \(count) subscriptions at once, each with its own work, for subscribe 9:"
        + " if it is one signal, share does its work once"
    ]
  }

  @Test func `Timers of one owner that beat as one are told`() {
    #expect(lines(subscriptions(30, of: Self.timer, values: 20) { _ in 7 }) == told(30))
  }

  /// `let results = query.flatMapLatest { request($0) }`, subscribed to at so many lines for one owner: each asks for each
  /// of so many queries.
  private func split(
    _ subscribers: Int, queries: Int, owner: (Int) -> UInt64 = { _ in 7 }, isOneLine: Bool = false,
    isOneValueApart: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let latest = (0..<subscribers).map { number in
      let root = script.subscribe("subscribe", "a.swift:\(isOneLine ? 20 : 20 + number)", at: 1)
      script.add(.named(root, owner: OwnerID(owner(number)), label: nil), 1)
      let latest = script.subscribe("flatMapLatest", "a.swift:9", for: root, traits: .flattens, at: 1)
      script.subscribe("query", "a.swift:8", for: latest, traits: [.source, .hot], at: 1)
      return latest
    }
    for query in 0..<queries {
      for (place, below) in latest.enumerated() {
        let time = 2 + Double(query) + (isOneValueApart ? Double(place) / 10 : 0)
        let inner = script.subscribe(
          "map", "a.swift:5", for: below, as: .inner, number: UInt32(query + 1), at: time)
        let request = script.subscribe("deferred", "a.swift:4", for: inner, traits: Self.closure, at: time)
        script.complete([request, inner], at: time + 0.5)
      }
    }
    return lines(script)
  }

  @Test func `One signal that was split is told where each part asks for each value`() {
    #expect(
      split(3, queries: 4) == [
        "missing-share flatMapLatest 9: 3 subscriptions at once, each with its own work, for subscribe 20 and subscribe 21:"
          + " if it is one signal, share does its work once"
      ])
    #expect(split(3, queries: 2).isEmpty)
    #expect(split(2, queries: 4).isEmpty)
    #expect(split(3, queries: 4, isOneLine: true).isEmpty)
    #expect(split(3, queries: 4, isOneValueApart: true).isEmpty)
    #expect(split(3, queries: 4) { UInt64($0 + 1) }.isEmpty)
  }

  /// A property that makes a shared signal for each who asks, so many, at lines of their own.
  private func solitary(
    _ count: Int, isOneLine: Bool = false, isJoinedTwice: Bool = false, owner: (Int) -> UInt64 = { _ in 7 }
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<count {
      let root = script.subscribe("subscribe", "a.swift:\(isOneLine ? 20 : 20 + number)", at: 1)
      script.add(.named(root, owner: OwnerID(owner(number)), label: nil), 1)
      let share = script.subscribe("share", "a.swift:3", for: root, at: 1)
      let connection = UInt64(number + 1)
      script.add(.joined(share, connection: connection), 1)
      let source = script.subscribe("work", "a.swift:2", for: share, as: .shared, traits: Self.timer, at: 1)
      script.add(.connected(connection: connection, source: source, subscribers: 1), 1)
      if isJoinedTwice {
        let other = script.subscribe("subscribe", "a.swift:\(60 + number)", at: 1)
        script.add(
          .joined(script.subscribe("share", "a.swift:3", for: other, at: 1), connection: connection), 1)
      }
      for value in 0..<20 { script.next([source, share, root], at: 5 + Double(value) / 100) }
    }
    return lines(script)
  }

  @Test func `Connections that one subscriber has each share nothing`() {
    #expect(
      solitary(4) == [
        "missing-share share 3: 4 connections at once, each with one subscriber and its own work, for subscribe 20 and"
          + " subscribe 21: nothing is shared; if it is one signal, make it once"
      ])
    #expect(solitary(2).isEmpty)
    #expect(solitary(4, isOneLine: true).isEmpty)
    #expect(solitary(4, isJoinedTwice: true).isEmpty)
    #expect(solitary(4) { UInt64($0 + 1) }.isEmpty)
  }

  @Test func `Work of a closure is told for one value too, if one owner asks for it often`() {
    #expect(lines(subscriptions(10, of: Self.closure, values: 1) { _ in 7 }) == told(10))
    #expect(lines(subscriptions(4, of: Self.closure, values: 1) { _ in 7 }).isEmpty)
  }

  @Test func `The same long list read several times is told without an owner`() {
    #expect(lines(subscriptions(8, of: Self.closure, values: 50)) == told(8))
    #expect(lines(subscriptions(8, of: Self.closure, values: 5)).isEmpty)
  }

  @Test(arguments: [(6, 24, 3, true), (6, 24, 4, false), (4, 24, 3, false), (6, 12, 1, false)])
  func `Work that runs side by side for long may differ by the moment of its end`(
    count: Int, values: Int, more: Int, isTold: Bool
  ) {
    var script = subscriptions(count, of: Self.closure, values: values)
    for value in 0..<more { script.next([SubscriptionID(3)!], at: 6 + Double(value) / 10) }
    #expect(lines(script) == (isTold ? told(count) : []))
  }

  @Test(arguments: [(8, true), (4, false)])
  func `A closure that subscribes to something works once for each of its subscribers`(
    values: Int, isTold: Bool
  ) {
    var script = TraceScript()
    for subscriber in 0..<4 {
      let root = script.subscribe("subscribe", "a.swift:9", at: 1)
      let work = script.subscribe("work", "a.swift:2", for: root, traits: Self.closure, at: 1)
      let inner = script.subscribe("subscribe", "a.swift:3", for: work, as: .nested, at: 1)
      for value in 0..<values { script.next([inner, work, root], at: 5 + Double(value) / 100) }
      script.dispose([root, work], .explicit, at: 8 + Double(subscriber) / 100)
      script.dispose([inner], .explicit, at: 8 + Double(subscriber) / 100)
    }
    #expect(lines(script) == (isTold ? told(4) : []))
  }

  /// Lists that are read one after the other: each is over before the next begins, by itself or by the program.
  private func readInTurn(_ count: Int, isDisposed: Bool) -> [String] {
    var script = TraceScript()
    for number in 0..<count {
      let time = 1 + Double(number) / 200
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let source = script.subscribe("work", "a.swift:2", for: root, traits: Self.closure, at: time)
      for _ in 0..<30 { script.next([source, root], at: time) }
      if isDisposed {
        script.dispose([root, source], .explicit, at: time + 0.001)
      } else {
        script.complete([source, root], at: time + 0.001)
      }
    }
    return lines(script)
  }

  @Test func `What is over before the next begins is not said to have been at once`() {
    #expect(
      readInTurn(6, isDisposed: false) == [
        told(6)[0].replacing(" at once", with: " one right after the other")
      ])
    #expect(readInTurn(6, isDisposed: true).isEmpty)
  }

  @Test func `Each owner may have a timer, or a request, of its own`() {
    #expect(lines(subscriptions(30, of: Self.timer, values: 20) { UInt64($0 + 1) }).isEmpty)
    #expect(lines(subscriptions(40, of: Self.closure, values: 1) { UInt64($0 + 1) }).isEmpty)
  }

  @Test func `One owner's may be begun on many threads`() {
    var script = TraceScript()
    for number in 0..<4 {
      let thread = UInt32(number + 1)
      let root = script.subscribe("subscribe", "a.swift:9", at: 1, thread: thread)
      let source = script.subscribe(
        "work", "a.swift:2", for: root, traits: Self.timer, at: 1, thread: thread)
      if let owner = OwnerID(7) { script.add(.named(root, owner: owner, label: nil), 1) }
      for value in 0..<20 { script.next([source, root], at: 5 + Double(value) / 100) }
    }
    #expect(lines(script) == told(4))
  }

  @Test(arguments: [(49, 46, true), (49, 40, false)])
  func `Clocks of one operator may differ by a few values`(first: Int, second: Int, isTold: Bool) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let both = script.subscribe("both", "a.swift:8", for: root, traits: .gathers, at: 0)
    for values in [first, second] {
      let source = script.subscribe("work", "a.swift:2", for: both, traits: Self.timer, at: 0)
      for value in 0..<values { script.next([source], at: 1 + Double(value) / 10) }
    }
    #expect(lines(script) == (isTold ? told(2) : []))
  }

  @Test func `What begins one after the other, or sends differently, is not the same`() {
    #expect(lines(subscriptions(30, of: Self.timer, values: 20, every: 0.1) { _ in 7 }).isEmpty)
    var script = subscriptions(5, of: Self.timer, values: 20) { _ in 7 }
    for value in 0..<30 { script.next([SubscriptionID(3)!], at: 6 + Double(value) / 10) }
    #expect(lines(script).isEmpty)
  }

  @Test func `Subjects and lists cost nothing to subscribe to`() {
    #expect(lines(subscriptions(30, of: [.source, .hot], values: 20) { _ in 7 }).isEmpty)
    #expect(lines(subscriptions(30, of: [.source, .ends], values: 20) { _ in 7 }).isEmpty)
  }

  @Test(arguments: [(2, 4), (3, 1)])
  func `Branches of one operator are told with few values`(branches: Int, values: Int) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let both = script.subscribe("both", "a.swift:8", for: root, traits: .gathers, at: 0)
    let sources = (0..<branches).map { branch in
      let line = 10 + branch
      let map = script.subscribe("map", "a.swift:\(line)", for: both, at: 0)
      return script.subscribe("work", "a.swift:2", for: map, traits: Self.closure, at: 0)
    }
    for value in 0..<values { for source in sources { script.next([source], at: 1 + Double(value)) } }
    #expect(lines(script) == told(branches))
  }
}
