import Signals
import Testing
import TraceFormat

/// A trace tells which subscriptions are of one signal, where each begins work of its own.
@Suite struct SubscribedAgainTests {
  /// For each source of the operator: how many sources were subscribed to before the first of its signal; nil for the first.
  private func firsts(of name: String, _ body: @escaping @Sendable () -> Void) throws -> [Int?] {
    var places: [SubscriptionID: Int] = [:]
    var firsts: [Int?] = []
    for event in try Traced(body).events {
      switch event {
      case .subscribed(let id, _, _, let site) where site.operatorName == name:
        places[id] = firsts.count
        firsts.append(nil)
      case .subscribedAgain(let id, let first):
        if let place = places[id] { firsts[place] = places[first] ?? -1 }
      default: break
      }
    }
    return firsts
  }

  /// Work of each kind: one and the same line, which makes a signal of its own each time.
  private static let names = [
    "create", "deferred", "using", "interval", "timer", "fromAsync", "flatMap", "flatMapLatest", "concatMap",
  ]

  private static func signal(_ name: String) -> Signal<Int> {
    switch name {
    case "create": return .create { _ in nil }
    case "deferred": return .deferred { .never() }
    case "using": return .using({ NopDisposable() }, signal: { _ in .never() })
    case "interval": return .interval(.seconds(60), on: QueueScheduler("test"))
    case "timer": return .timer(after: .seconds(60), on: QueueScheduler("test"))
    case "fromAsync": return .fromAsync { 1 }
    case "flatMap": return PublishSubject<Int>().flatMap { .just($0) }
    case "flatMapLatest": return PublishSubject<Int>().flatMapLatest { .just($0) }
    default: return PublishSubject<Int>().concatMap { .just($0) }
    }
  }

  @Test(arguments: names)
  func `two signals of one line are told apart, and one is one for all that subscribe to it`(name: String)
    throws
  {
    let places = try firsts(of: name) {
      let signals = (0..<2).map { _ in Self.signal(name) }
      let handles = [0, 1, 0, 1, 1].map { signals[$0].map { $0 }.subscribe(next: { _ in }) }
      for handle in handles { handle.dispose() }
    }
    #expect(places == [nil, nil, 0, 1, 1], "\(name)")
  }

  @Test func `each attempt of a retry is of the signal that the first one was of`() throws {
    struct Lost: Error {}
    let places = try firsts(of: "create") {
      _ = Signal<Int>.create { subscriber in
        subscriber.error(Lost())
        return nil
      }
      .retry(2).subscribe(next: { _ in }, error: { _ in })
    }
    #expect(places == [nil, 0, 0])
  }

  @Test(arguments: ["just", "map", "PublishSubject"])
  func `what begins no work is not told of`(name: String) throws {
    let places = try firsts(of: name) {
      let signals: [String: Signal<Int>] = [
        "just": .just(1), "map": Signal.never().map { $0 }, "PublishSubject": PublishSubject(),
      ]
      guard let signal = signals[name] else { return }
      for _ in 0..<3 { signal.subscribe(next: { _ in }).dispose() }
    }
    #expect(places == [nil, nil, nil])
  }

  @Test func `it comes right behind the subscription, before all that the signal sends`() throws {
    let traced = try Traced {
      let signal = Signal<Int>.create { subscriber in
        subscriber.next(1)
        return nil
      }
      for _ in 0..<2 { signal.subscribe(next: { _ in }).dispose() }
    }
    let again = try #require(
      traced.events.firstIndex { if case .subscribedAgain = $0 { true } else { false } })
    guard case .subscribedAgain(let id, _) = traced.events[again],
      case .subscribed(id, _, _, _) = traced.events[again - 1]
    else {
      Issue.record("\(traced.events)")
      return
    }
  }
}
