package import TraceFormat

/// A quote server: 12 s, 40 subscriptions. Two leaks are in it.
///
/// A: the `create` at `Cache.swift:88` returns no disposable for its inner subscription. B: `take(until:)`
/// stands above `flatMap` in `Session.swift`, so closing a session does not stop its inner polls. Not
/// leaks: a session that is still open, a heartbeat that lives for ever, a load that failed once and was
/// retried.
package struct Feedd {
  /// On `CLOCK_MONOTONIC`.
  package static let began = TraceScript.start
  package static let ended = TraceScript.time(12)

  /// The leaking program's records, or those of the repaired one.
  package static func records(repaired: Bool = false) -> [TraceRecord] {
    var feedd = Feedd(isRepaired: repaired)
    feedd.run()
    return feedd.script.trace
  }

  private let isRepaired: Bool
  private var script = TraceScript()

  private init(isRepaired: Bool) { self.isRepaired = isRepaired }

  private mutating func run() {
    heartbeat()
    load()
    cache()
    session(from: 0.5, closedAt: 5, ticks: [1, 2, 3, 4], finite: 1.003, endless: 3.003)
    session(from: 6, closedAt: 10, ticks: [7, 8, 9], finite: 7.003, endless: 9.003)
    session(from: 10.5, closedAt: nil, ticks: [11], finite: nil, endless: 11.003)
    let (open, close) = (script.event(on: 1), script.event(on: 1))
    script.add(.mark(open, text: "open"), 0.45)
    script.add(.mark(close, text: "after close"), 5.5)
  }

  private mutating func heartbeat() {
    let root = script.subscribe("subscribe", "main.swift:9", at: 0)
    let interval = script.subscribe("interval", "main.swift:8", for: root, label: "interval(1s)", at: 0)
    for second in 1...11 { script.next([interval, root], at: Double(second), thread: 2) }
  }

  private mutating func load() {
    let root = script.subscribe("subscribe", "Config.swift:24", at: 0.001)
    let retry = script.subscribe("retry", "Config.swift:23", for: root, at: 0.001)
    let first = script.subscribe("load", "Config.swift:22", for: retry, at: 0.001)
    script.fail([first], "timeout", at: 0.011)
    script.dispose([first], .terminated, at: 0.011)
    let second = script.subscribe("load", "Config.swift:22", for: retry, at: 0.012)
    script.next([second, retry, root], at: 2.599)
    for each in [second, retry, root] {
      script.complete([each], at: 2.6)
      script.dispose([each], .terminated, at: 2.6)
    }
  }

  private mutating func cache() {
    let root = script.subscribe("subscribe", "Cache.swift:95", at: 0.02)
    let create = script.subscribe("create", "Cache.swift:88", for: root, at: 0.02)
    let ticker = script.subscribe(
      "publish", "Ticker.swift:18", for: create, as: .nested, label: "ticker", at: 0.02)
    let owner = OwnerID(1)!
    script.add(.named(root, owner: owner, label: nil), 0.02)
    for second in 1...3 { script.next([ticker, create, root], at: Double(second) + 0.002) }
    script.dispose([root, create] + (isRepaired ? [ticker] : []), .owner, at: 4, thread: 3)
    script.add(.ownerDisposed(owner, children: 1), 4, 3)
    guard !isRepaired else { return }
    for second in 4...11 {
      script.next([ticker], at: Double(second) + 0.002)
      script.add(.dropped(create, .next), Double(second) + 0.002)
    }
  }

  private struct Session {
    var root, deliver, flatten, until, filter, ticker, closed: SubscriptionID
    /// What a poll's value goes through, on its thread and after it.
    var polled: [SubscriptionID]
    var delivered: [SubscriptionID]
  }

  private mutating func session(
    from start: Double, closedAt end: Double?, ticks: [Int], finite: Double?, endless: Double
  ) {
    let session = isRepaired ? repairedSession(at: start) : leakingSession(at: start)
    let source = [session.ticker, session.filter] + (isRepaired ? [] : [session.until])
    for (number, second) in ticks.enumerated() {
      // Every other tick passes the filter.
      script.next(number % 2 == 0 ? source : [session.ticker], at: Double(second) + 0.003)
    }
    var polls: [SubscriptionID] = []
    if let finite { poll(session, 1, at: finite, values: 5) }
    let stop = isRepaired ? end : nil
    let count = Int((((stop ?? 12) - endless) / 0.25).rounded(.down))
    polls = poll(session, finite == nil ? 1 : 2, at: endless, values: count, isEndless: true)
    if let end { close(session, at: end, polls) }
  }

  private mutating func leakingSession(at start: Double) -> Session {
    let root = script.subscribe("subscribe", "Session.swift:47", at: start)
    let deliver = script.subscribe(
      "deliverOnMain", "Session.swift:46", for: root, label: "deliverOnMain()", at: start)
    let flatten = script.subscribe("flatMap", "Session.swift:45", for: deliver, at: start)
    let until = script.subscribe("take(until:)", "Session.swift:44", for: flatten, at: start)
    let (filter, ticker) = trades(for: until, at: start)
    let closed = trigger(of: until, at: start)
    return Session(
      root: root, deliver: deliver, flatten: flatten, until: until, filter: filter, ticker: ticker,
      closed: closed, polled: [flatten], delivered: [deliver, root])
  }

  private mutating func repairedSession(at start: Double) -> Session {
    let root = script.subscribe("subscribe", "Session.swift:47", at: start)
    let deliver = script.subscribe(
      "deliverOnMain", "Session.swift:46", for: root, label: "deliverOnMain()", at: start)
    let until = script.subscribe("take(until:)", "Session.swift:45", for: deliver, at: start)
    let flatten = script.subscribe("flatMap", "Session.swift:44", for: until, at: start)
    let (filter, ticker) = trades(for: flatten, at: start)
    let closed = trigger(of: until, at: start)
    return Session(
      root: root, deliver: deliver, flatten: flatten, until: until, filter: filter, ticker: ticker,
      closed: closed, polled: [flatten, until], delivered: [deliver, root])
  }

  private mutating func trades(
    for downstream: SubscriptionID, at start: Double
  ) -> (SubscriptionID, SubscriptionID) {
    let filter = script.subscribe("filter", "Session.swift:43", for: downstream, at: start)
    let ticker = script.subscribe("publish", "Ticker.swift:18", for: filter, label: "ticker", at: start)
    return (filter, ticker)
  }

  private mutating func trigger(of downstream: SubscriptionID, at start: Double) -> SubscriptionID {
    script.subscribe(
      "PublishSubject", "Session.swift:31", for: downstream, as: .control, label: "closed", at: start)
  }

  @discardableResult
  private mutating func poll(
    _ session: Session, _ number: UInt32, at start: Double, values: Int, isEndless: Bool = false
  ) -> [SubscriptionID] {
    let map = script.subscribe(
      "map", "Api.swift:60", for: session.flatten, as: .inner, number: number, label: "map(fetch)", at: start)
    let interval = script.subscribe(
      "interval", "Api.swift:58", for: map, label: "interval(250ms)", at: start)
    for value in 1...values {
      let time = start + Double(value) * 0.25
      let event = script.next([interval, map] + session.polled, at: time, thread: 2)
      script.next(session.delivered, cause: event, at: time + 0.000_1, thread: 1)
    }
    guard !isEndless else { return [map, interval] }
    for each in [interval, map] {
      script.complete([each], at: start + 1.5, thread: 2)
      script.dispose([each], .terminated, at: start + 1.5, thread: 2)
    }
    return []
  }

  private mutating func close(_ session: Session, at time: Double, _ polls: [SubscriptionID]) {
    let fired = script.next([session.closed], at: time)
    let completed = script.complete([session.until], cause: fired, at: time + 0.001)
    let above = isRepaired ? [session.flatten] + polls : []
    script.dispose(
      above + [session.filter, session.ticker, session.closed], .trigger, cause: fired, at: time + 0.001)
    script.dispose([session.until], .terminated, cause: fired, at: time + 0.001)
    guard isRepaired else { return }
    for each in session.delivered {
      script.complete([each], cause: completed, at: time + 0.001)
      script.dispose([each], .terminated, cause: completed, at: time + 0.001)
    }
  }
}
