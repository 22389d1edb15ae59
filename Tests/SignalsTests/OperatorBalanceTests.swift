import Signals
import Testing

/// Every operator, in every way to end: what is subscribed to is disposed once and released, nothing is dropped, and
/// nothing of the program is kept.
@Suite struct OperatorBalanceTests {
  typealias Operator = @Sendable (Signal<Int>, Lives.Life) -> Signal<Int>

  /// Each operator with a closure, or a value, that holds a life.
  static let operators: [(String, Operator)] = [
    ("amb", { source, _ in source.amb(.never()) }),
    ("attempt", { source, life in source.attempt { _ in _ = life } }),
    ("bind", { source, life in source.bind { value, _ in held(life, .just(value)) } }),
    ("catch", { source, life in source.catch { error in held(life, .fail(error)) } }),
    ("catchAndReturn", { source, _ in source.catchAndReturn(0) }),
    ("collect", { source, _ in source.collect(count: 2).map(\.count) }),
    ("combineLatest", { source, life in combineLatest(source, Signal.of(life)).map { number, _ in number } }),
    ("combineLatest of many", { source, _ in combineLatest([source, source]).map { $0[0] } }),
    ("compactMap", { source, life in source.compactMap { held(life, $0) } }),
    ("concat", { source, _ in source.concat(source) }),
    ("concatMap", { source, life in source.concatMap { held(life, .just($0)) } }),
    ("defaultIfEmpty", { source, _ in source.defaultIfEmpty(0) }),
    ("deferred", { source, life in .deferred { held(life, source) } }),
    ("dematerialize", { source, _ in source.materialize().dematerialize() }),
    ("distinctUntilChanged", { source, _ in source.distinctUntilChanged() }),
    ("do", { source, life in source.do(onNext: { _ in _ = life }, onDispose: { _ = life }) }),
    ("element", { source, _ in source.element(at: 1) }),
    ("endWith", { source, _ in source.endWith(9) }),
    ("filter", { source, life in source.filter { held(life, $0 > 0) } }),
    ("first", { source, life in source.first(where: { held(life, $0 > 1) }) }),
    ("flatMap", { source, life in source.flatMap { held(life, .just($0)) } }),
    ("flatMapFirst", { source, life in source.flatMapFirst { held(life, .just($0)) } }),
    ("flatMapLatest", { source, life in source.flatMapLatest { held(life, .just($0)) } }),
    ("flatMapRace", { source, life in source.flatMapRace { held(life, .just($0)) } }),
    ("groupBy", { source, life in source.groupBy { held(life, $0 % 2) }.flatMap { $0 } }),
    ("ignoreElements", { source, _ in source.ignoreElements() }),
    ("map", { source, life in source.map { held(life, $0) } }),
    ("merge", { source, _ in source.merge(source) }),
    ("multicast", { source, _ in source.multicast(ReplaySubject()).autoconnect() }),
    ("named", { source, _ in source.named("name") }),
    ("reduce", { source, life in source.reduce(0) { held(life, $0 + $1) } }),
    ("repeat", { source, _ in source.repeat(2) }),
    ("retry", { source, _ in source.retry(2) }),
    ("retry(when:)", { source, life in source.retry { errors in errors.take(1).map { _ in _ = life } } }),
    ("sample", { source, _ in source.sample(on: source) }),
    ("scan", { source, life in source.scan(0) { held(life, $0 + $1) } }),
    ("share", { source, _ in source.share(replay: 1) }),
    ("single", { source, life in source.single { held(life, $0 > 1) } }),
    ("skip", { source, _ in source.skip(1) }),
    ("skip(until:)", { source, _ in source.skip(until: source) }),
    ("startWith", { source, _ in source.startWith(0) }),
    ("switchIfEmpty", { source, _ in source.switchIfEmpty(.just(1)) }),
    ("switchOn", { source, _ in source.switchOn(cases: [1: .of(1), 2: .of(2)]) }),
    ("take", { source, _ in source.take(1) }),
    (
      "take(until:)",
      { source, life in source.take(until: Signal<Lives.Life>.never().startWith().map { _ in life }) }
    ),
    ("take(untilReplacement:)", { source, _ in source.take(untilReplacement: source.skip(1)) }),
    ("take(while:)", { source, life in source.take(while: { held(life, $0 < 2) }) }),
    ("takeLast", { source, _ in source.takeLast(1) }),
    ("then", { source, life in source.then { held(life, source) } }),
    ("using", { source, life in .using({ held(life, Disposable {}) }, signal: { _ in source }) }),
    ("withLatestFrom", { source, life in source.withLatestFrom(Signal.of(life)) { number, _ in number } }),
    ("zip", { source, life in zip(source, Signal.of(life, life)).map { number, _ in number } }),
  ]

  /// The ways in which a source may go on after it sent 1 and 2.
  enum End: CaseIterable {
    case completes, fails, isDisposed, completesLater, failsLater, isDisposedWithin
  }

  @Test(arguments: End.allCases)
  func `what was subscribed to is disposed once, released, and told nothing more`(end: End) throws {
    for (name, make) in Self.operators {
      let lives = Lives()
      let traced = try Traced { Self.run(make, end, lives.make()) }
      #expect(traced.balance[0] > 1, "\(name)")
      #expect(Set(traced.balance).count == 1, "\(name): subscribed, disposed, released \(traced.balance)")
      #expect(traced.dropped == [], "\(name)")
      #expect(lives.count == 0, "\(name)")
    }
  }

  private static func run(_ make: Operator, _ end: End, _ life: Lives.Life) {
    let cold = Signal.of(1, 2)
    let hot = PublishSubject<Int>()
    let handle = SerialDisposable()
    switch end {
    case .completes: make(cold, life).subscribe(error: { _ in })
    case .fails: make(cold.concat(.fail(Broken())), life).subscribe(error: { _ in })
    case .isDisposed:
      handle.inner = make(cold.concat(.never()), life).subscribe(error: { _ in })
      handle.dispose()
    case .isDisposedWithin:
      handle.inner = make(hot, life).subscribe(next: { _ in handle.dispose() }, error: { _ in })
      hot.next(1)
      hot.next(2)
      handle.dispose()
    case .completesLater, .failsLater:
      make(hot, life).subscribe(error: { _ in })
      hot.next(1)
      hot.next(2)
      if end == .failsLater { hot.error(Broken()) } else { hot.completed() }
    }
    if end == .isDisposed || end == .isDisposedWithin { hot.completed() }
  }

  /// Passes a value on, and holds a life for it.
  private static func held<Value>(_ life: Lives.Life, _ value: Value) -> Value {
    withExtendedLifetime(life) { value }
  }
}
