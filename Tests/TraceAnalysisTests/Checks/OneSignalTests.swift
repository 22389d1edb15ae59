import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscriptions that a recording says are of one signal, and each of which begins its work.
struct OneSignalTests {
  private static let closure: SiteTraits = [.source, .subscribesInUserCode]
  private static let onceByClock: SiteTraits = [.source, .timer, .ends]

  private func lines(_ script: TraceScript) -> [String] {
    script.findings(ended: 10).filter { $0.hasPrefix("missing-share") }
  }

  /// So many subscriptions to one signal, or to one each, at one line.
  private func subscriptions(
    _ count: Int, of traits: SiteTraits = closure, areOfOne: Bool = true, every distance: Double = 0,
    lives: Double = 1, isFirstKnown: Bool = true
  ) -> [String] {
    var script = TraceScript()
    var first: SubscriptionID?
    for number in 0..<count {
      let time = 1 + distance * Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let source = script.subscribe("work", "a.swift:2", for: root, traits: traits, at: time)
      let known = first ?? (isFirstKnown ? source : SubscriptionID(5_000))
      if let known, areOfOne, known != source { script.add(.subscribedAgain(source, first: known), time) }
      first = known
      script.complete([source, root], at: time + lives)
    }
    return lines(script)
  }

  private func told(_ count: Int) -> [String] {
    [
      "missing-share work 2: \(count) subscriptions at once, each with its own work, for subscribe 9:"
        + " it is one signal, whose work share does once"
    ]
  }

  @Test(arguments: [closure, onceByClock, [.source, .timer, .endless]])
  func `Three at once are told, whatever they send`(traits: SiteTraits) {
    #expect(subscriptions(3, of: traits) == told(3))
    #expect(subscriptions(3, of: traits, areOfOne: false).isEmpty)
  }

  @Test func `The first may have been watched before the recording began`() {
    #expect(subscriptions(3, isFirstKnown: false) == told(3))
  }

  /// Three subscriptions to one signal that is tried again where it fails, so many times each.
  private func tried(_ attempts: Int, by subscribers: Int, isSharedByEach: Bool = false) -> [String] {
    var script = TraceScript()
    var first: SubscriptionID?
    let retries = (0..<subscribers).map { _ in
      let root = script.subscribe("subscribe", "a.swift:9", at: 1)
      return script.subscribe("retry", "a.swift:3", for: root, at: 1)
    }
    var connections: UInt64 = 0
    for attempt in 0..<attempts {
      for retry in retries {
        let time = 1 + Double(attempt) / 5000
        let share = isSharedByEach ? script.subscribe("share", "a.swift:4", for: retry, at: time) : retry
        let source = script.subscribe(
          "work", "a.swift:2", for: share, as: isSharedByEach ? .shared : .source, traits: Self.closure,
          at: time)
        if isSharedByEach {
          connections += 1
          script.add(.joined(share, connection: connections), time)
          script.add(.connected(connection: connections, source: source, subscribers: 1), time)
        }
        if let first { script.add(.subscribedAgain(source, first: first), time) }
        first = first ?? source
        script.fail([source], "no", at: time + 0.0001)
      }
    }
    return lines(script)
  }

  @Test func `What is tried again counts once for each who tries`() {
    #expect(tried(1, by: 3) == told(3))
    #expect(tried(4, by: 3) == told(3))
    #expect(
      tried(1, by: 3, isSharedByEach: true) == [
        "missing-share share 4: 3 connections at once, each with one subscriber and its own work, for subscribe 9:"
          + " nothing is shared, and the source is one signal; make its share once"
      ])
    #expect(tried(12, by: 1).isEmpty)
    #expect(tried(6, by: 2).isEmpty)
  }

  @Test func `Two may each be meant to have their own`() { #expect(subscriptions(2).isEmpty) }

  /// So many signals of one line, each subscribed to at two lines, and others that are subscribed to twice at one line.
  private func pairs(_ signals: Int, ofOneLine others: Int = 0, apart distance: Double = 0) -> [String] {
    var script = TraceScript()
    for signal in 0..<(signals + others) {
      var first: SubscriptionID?
      for place in 0..<2 {
        let time = 1 + Double(signal) + distance * Double(place)
        let line = signal < signals ? 20 + place : 20
        let root = script.subscribe("subscribe", "a.swift:\(line)", at: time)
        let source = script.subscribe("work", "a.swift:2", for: root, traits: Self.closure, at: time)
        if let first { script.add(.subscribedAgain(source, first: first), time) }
        first = first ?? source
        script.complete([source, root], at: time + 0.5)
      }
    }
    return lines(script)
  }

  @Test func `Two at once, time after time and at the same two lines, are told`() {
    #expect(
      pairs(3) == [
        "missing-share work 2: 2 subscriptions at once, each with its own work, for subscribe 20 and subscribe 21:"
          + " it is one signal, whose work share does once"
      ])
    #expect(pairs(2).isEmpty)
    #expect(pairs(3, ofOneLine: 1).isEmpty, "not all signals of the line have a pair")
    #expect(pairs(3, apart: 0.01).isEmpty)
  }

  /// So many signals of one line. Each is subscribed to at line 20, and for an operator at line 7 that a long-lived one has
  /// subscribed to in some role.
  private func usedTwice(
    _ signals: Int, as role: Role.Kind = .inner, below name: String = "map", apart distance: Double = 0,
    of traits: SiteTraits = closure
  ) -> [String] {
    var script = TraceScript()
    let panel = script.subscribe("subscribe", "a.swift:9", at: 0.5)
    let flat = script.subscribe("merge", "a.swift:8", for: panel, at: 0.5)
    for signal in 0..<signals {
      let time = 1 + Double(signal)
      let step = script.subscribe(
        name, "a.swift:7", for: flat, as: role, number: UInt32(signal + 1), at: time)
      let one = script.subscribe("work", "a.swift:2", for: step, traits: traits, at: time)
      let root = script.subscribe("subscribe", "a.swift:20", at: time + distance)
      let other = script.subscribe("work", "a.swift:2", for: root, traits: traits, at: time + distance)
      script.add(.subscribedAgain(other, first: one), time + distance)
      script.complete([one, step], at: time + 0.5)
      script.complete([other, root], at: time + 0.5)
    }
    return lines(script)
  }

  @Test(arguments: [Role.Kind.inner, .control])
  func `An inner signal or a stop signal is a second use of what is subscribed to`(role: Role.Kind) {
    #expect(
      usedTwice(3, as: role) == [
        "missing-share work 2: 2 subscriptions at once, each with its own work, for subscribe 9 and subscribe 20:"
          + " it is one signal, whose work share does once"
      ])
    #expect(usedTwice(2, as: role).isEmpty)
    #expect(usedTwice(3, as: role, apart: 0.01).isEmpty)
    #expect(usedTwice(3, as: role, below: "retry").isEmpty)
    #expect(usedTwice(3, as: role, of: Self.onceByClock).isEmpty)
  }

  /// So many signals of one line, to each of which one after the other subscribes.
  private func requests(
    _ signals: Int, asked times: Int = 3, every distance: Double = 0.1, of traits: SiteTraits = closure,
    values: [Int] = [1], isDisposed: Bool = false, making inner: SiteTraits? = nil
  ) -> [String] {
    var script = TraceScript()
    for signal in 0..<signals {
      var first: SubscriptionID?
      for subscriber in 0..<times {
        let time = 1 + Double(signal) + distance * Double(subscriber)
        let root = script.subscribe("subscribe", "a.swift:9", at: time)
        let source = script.subscribe("work", "a.swift:2", for: root, traits: traits, at: time)
        if let inner { script.subscribe("inner", "a.swift:1", for: source, traits: inner, at: time) }
        if let first { script.add(.subscribedAgain(source, first: first), time) }
        first = first ?? source
        for _ in 0..<values[subscriber % values.count] { script.next([source, root], at: time + 0.4) }
        if isDisposed {
          script.dispose([root, source], .explicit, at: time + 0.4)
        } else {
          script.complete([source, root], at: time + 0.4)
        }
      }
    }
    return lines(script)
  }

  @Test func `Several requests that are sent once more for each who comes as they run are told`() {
    #expect(requests(2) == told(3))
    #expect(requests(3, asked: 4) == told(4))
    #expect(requests(1).isEmpty)
    #expect(requests(2, asked: 2).isEmpty)
  }

  @Test
  func `A closure that makes a signal for each is work in several signals, unless it gives out a subject`() {
    #expect(requests(2, making: Self.onceByClock) == told(3))
    #expect(requests(2, every: 0.0001, making: Self.onceByClock) == told(3))
    #expect(requests(1, every: 0.0001, making: Self.onceByClock).isEmpty)
    #expect(requests(2, making: [.source, .hot]).isEmpty)
    #expect(requests(2, making: [.source, .ends]).isEmpty)
  }

  @Test func `Nothing is said of who comes later, of clocks, and of work that differs or is given up`() {
    #expect(requests(2, every: 0.3).isEmpty)
    #expect(requests(2, of: Self.onceByClock).isEmpty)
    #expect(requests(2, values: [1, 2, 1]).isEmpty)
    #expect(requests(2, values: [0]).isEmpty)
    #expect(requests(2, isDisposed: true).isEmpty)
  }

  @Test func `Who comes later, or when the last one is over, asks on purpose`() {
    #expect(subscriptions(5, every: 0.1).isEmpty)
    #expect(subscriptions(30, every: 0.001).isEmpty)
    #expect(subscriptions(5, every: 0.0005, lives: 0.0004).isEmpty)
    #expect(subscriptions(5, every: 0.0005, lives: 0.0009).isEmpty)
    #expect(subscriptions(5, every: 0.0005) == told(5))
  }

  /// Each of so many operators gathers from one signal twice, or from two.
  private func gathered(_ operators: Int, areOfOne: Bool = true, isOverAtOnce: Bool = false) -> [String] {
    var script = TraceScript()
    for number in 0..<operators {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let zip = script.subscribe("zip", "a.swift:8", for: root, at: time)
      var first: SubscriptionID?
      for place in 0..<2 {
        let time = time + Double(place) / 2000
        let filter = script.subscribe("filter", "a.swift:7", for: zip, at: time)
        let source = script.subscribe("work", "a.swift:2", for: filter, traits: Self.closure, at: time)
        if let first, areOfOne { script.add(.subscribedAgain(source, first: first), time) }
        first = source
        script.complete([source, filter], at: time + (isOverAtOnce ? 0 : 0.5))
      }
      script.complete([zip, root], at: time + 0.6)
    }
    return lines(script)
  }

  @Test(arguments: [false, true])
  func `An operator that gathers from one signal twice has two parts of it`(isOverAtOnce: Bool) {
    #expect(
      gathered(3, isOverAtOnce: isOverAtOnce) == [
        "missing-share work 2: 2 subscriptions \(isOverAtOnce ? "one right after the other" : "at once"),"
          + " each with its own work, for subscribe 9: it is one signal, whose work share does once"
      ])
    #expect(gathered(3, areOfOne: false, isOverAtOnce: isOverAtOnce).isEmpty)
  }

  /// A flattening operator below a share, subscribed to by so many for nobody in particular, that asks for each of four values.
  private func flattened(_ count: Int, areOfOne: Bool = true) -> [String] {
    var script = TraceScript()
    var latest: [SubscriptionID] = []
    for _ in 0..<count {
      let root = script.subscribe("subscribe", "a.swift:20", at: 1)
      let id = script.subscribe("flatMapLatest", "a.swift:9", for: root, traits: .flattens, at: 1)
      if let first = latest.first, areOfOne { script.add(.subscribedAgain(id, first: first), 1) }
      latest.append(id)
    }
    for value in 2..<6 {
      for below in latest {
        let inner = script.subscribe(
          "deferred", "a.swift:4", for: below, as: .inner, number: UInt32(value), traits: Self.closure,
          at: Double(value))
        script.complete([inner], at: Double(value) + 0.5)
      }
    }
    return lines(script)
  }

  @Test func `Subscriptions to one operator that each ask for each value are told, whoever holds them`() {
    #expect(
      flattened(5) == [
        "missing-share flatMapLatest 9: 5 subscriptions at once, each with its own work, for subscribe 20:"
          + " it is one signal, whose work share does once"
      ])
    #expect(flattened(2).isEmpty)
    #expect(flattened(5, areOfOne: false).isEmpty)
  }

  /// A share for each who asks, of one source or of one each.
  private func solitary(_ count: Int, areOfOne: Bool = true) -> [String] {
    var script = TraceScript()
    var first: SubscriptionID?
    for number in 0..<count {
      let root = script.subscribe("subscribe", "a.swift:20", at: 1)
      let share = script.subscribe("share", "a.swift:3", for: root, at: 1)
      script.add(.joined(share, connection: UInt64(number + 1)), 1)
      let source = script.subscribe("work", "a.swift:2", for: share, as: .shared, traits: Self.closure, at: 1)
      if let first, areOfOne { script.add(.subscribedAgain(source, first: first), 1) }
      first = first ?? source
      script.add(.connected(connection: UInt64(number + 1), source: source, subscribers: 1), 1)
    }
    return lines(script)
  }

  @Test func `Connections to one source that one subscriber has each share nothing, whatever their lines`() {
    #expect(
      solitary(4) == [
        "missing-share share 3: 4 connections at once, each with one subscriber and its own work, for subscribe 20:"
          + " nothing is shared, and the source is one signal; make its share once"
      ])
    #expect(solitary(4, areOfOne: false).isEmpty)
  }
}
