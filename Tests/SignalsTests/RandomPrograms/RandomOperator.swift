import Signals

/// One operator of a random program: its name, and how it is put onto what stands before it.
struct RandomOperator: Sendable {
  typealias Stream = RandomStage.Stream

  let name: String
  /// Values pass by a subscription that is of nobody: in a trace what is above it is not upstream of what is below.
  var shares = false
  /// It subscribes to something for each value.
  var flattens = false
  let apply: @Sendable (Stream, RandomStage) -> Stream

  private init(
    _ name: String, shares: Bool = false, flattens: Bool = false,
    _ apply: @escaping @Sendable (Stream, RandomStage) -> Stream
  ) {
    self.name = name
    self.shares = shares
    self.flattens = flattens
    self.apply = apply
  }

  static func any(on stage: RandomStage) -> RandomOperator {
    while true {
      let choice = all[stage.roll(0...(all.count - 1))]
      if !choice.flattens || stage.mayFlatten() { return choice }
    }
  }

  static let all = values + ends + failures + timed + joins + flattenings + shared

  private static let values: [RandomOperator] = [
    .init("map") { s, b in s.map { b.value($0.number + 1) } },
    .init("map that throws") { s, b in
      let bad = b.roll(0...6)
      return s.map { value in
        if value.number == bad { throw Broken() }
        return b.value(value.number)
      }
    },
    .init("filter") { s, b in s.filter { $0.number % 2 == b.roll(0...1) } },
    .init("compactMap") { s, b in s.compactMap { $0.number > 1 ? b.value($0.number) : nil } },
    .init("distinctUntilChanged") { s, _ in s.distinctUntilChanged() },
    .init("unique") { s, _ in s.unique() },
    .init("scan") { s, b in s.scan(b.value(0)) { b.value(($0.number + $1.number) % 7) } },
    .init("combinePrevious") { s, b in s.combinePrevious().map { b.value($0.0.number + $0.1.number) } },
    .init("enumerated") { s, b in s.enumerated().map { b.value($0.0) } },
    .init("materialize, dematerialize") { s, _ in s.materialize().dematerialize() },
    .init("do") { s, b in s.do(onNext: { _ in _ = b.value() }, onDispose: { _ = b.value() }) },
    .init("startWith") { s, b in s.startWith(b.value()) },
    .init("endWith") { s, b in s.endWith(b.value()) },
    .init("defaultIfEmpty") { s, b in s.defaultIfEmpty(b.value()) },
  ]

  private static let ends: [RandomOperator] = [
    .init("take") { s, b in s.take(b.roll(0...3)) },
    .init("take(while:)") { s, b in s.take(inclusive: b.onceIn(2), while: { $0.number < 3 }) },
    .init("take(until:) a value") { s, _ in s.take(until: { $0.number == 2 }) },
    .init("takeLast") { s, b in s.takeLast(b.roll(0...2)) },
    .init("skip") { s, b in s.skip(b.roll(0...2)) },
    .init("skip(while:)") { s, _ in s.skip(while: { $0.number < 2 }) },
    .init("skip(until:) a value") { s, _ in s.skip(until: { $0.number == 2 }) },
    .init("first(where:)") { s, _ in s.first(where: { $0.number == 2 }) },
    .init("last(where:)") { s, _ in s.last(where: { $0.number < 3 }) },
    .init("element(at:)") { s, b in s.element(at: b.roll(0...2)) },
    .init("single") { s, _ in s.single() },
    .init("ignoreElements") { s, _ in s.ignoreElements() },
    .init("count") { s, b in s.count().map { b.value($0) } },
    .init("max") { s, _ in s.max().compactMap { $0 } },
    .init("reduce") { s, b in s.reduce(b.value(0)) { b.value(($0.number + $1.number) % 7) } },
    .init("collect") { s, _ in s.collect().compactMap { $0.last } },
    .init("collect(count:)") { s, _ in s.collect(count: 2).compactMap { $0.last } },
    .init("contains") { s, b in s.contains(b.value(2)).map { b.value($0 ? 1 : 0) } },
  ]

  private static let failures: [RandomOperator] = [
    .init("catch") { s, b in
      let other = b.source().signal
      return s.catch { _ in other }
    },
    .init("catchTo") { s, b in s.catchTo(b.source().signal) },
    .init("catchAndReturn") { s, b in s.catchAndReturn(b.value()) },
    .init("ignoreFailure") { s, _ in s.ignoreFailure() },
    .init("mapError") { s, _ in s.mapError { $0 } },
    .init("retry") { s, b in s.retry(b.roll(0...2)) },
    .init("retry(when:)") { s, b in
      let delay = b.time()
      return s.retry { errors in errors.take(2).delay(for: delay, on: b.scheduler) }
    },
    .init("retry(upTo:)") { s, b in s.retry(upTo: 2, interval: b.time(), on: b.scheduler) },
    .init("repeat") { s, b in s.repeat(b.roll(0...2)) },
  ]

  private static let timed: [RandomOperator] = [
    .init("debounce") { s, b in s.debounce(for: b.time(), on: b.scheduler) },
    .init("throttle") { s, b in s.throttle(for: b.time(), latest: b.onceIn(2), on: b.scheduler) },
    .init("delay") { s, b in s.delay(for: b.time(), on: b.scheduler) },
    .init("delaySubscription") { s, b in s.delaySubscription(for: b.time(), on: b.scheduler) },
    .init("timeout") { s, b in s.timeout(b.time() * 3, on: b.scheduler) },
    .init("timeout(eachValue:)") { s, b in s.timeout(eachValue: b.time() * 2, on: b.scheduler) },
    .init("timeout(eachValue:other:)") { s, b in
      s.timeout(eachValue: b.time(), other: b.source().signal, on: b.scheduler)
    },
    .init("take(for:)") { s, b in s.take(for: b.time(), on: b.scheduler) },
    .init("skip(for:)") { s, b in s.skip(for: b.time(), on: b.scheduler) },
    .init("buffer") { s, b in
      s.buffer(for: b.time(), count: 2, on: b.scheduler).compactMap { $0.last }
    },
    .init("measureInterval") { s, b in s.measureInterval(on: b.scheduler).map { _ in b.value() } },
    .init("lazyMap") { s, b in s.lazyMap(on: b.scheduler) { b.value($0.number) } },
    .init("deliver(on:)") { s, b in s.deliver(on: b.scheduler) },
    .init("subscribe(on:)") { s, b in s.subscribe(on: b.scheduler) },
  ]

  private static let joins: [RandomOperator] = [
    .init("merge") { s, b in s.merge(b.source().signal) },
    .init("concat") { s, b in s.concat(b.source().signal) },
    .init("then") { s, b in
      let next = b.source().signal
      return s.then { next }
    },
    .init("combineLatest") { s, b in
      s.combineLatest(with: b.source().signal).map { b.value(($0.0.number + $0.1.number) % 7) }
    },
    .init("zip") { s, b in s.zip(with: b.source().signal).map { b.value(($0.0.number + $0.1.number) % 7) } },
    .init("amb") { s, b in s.amb(b.source().signal) },
    .init("withLatestFrom") { s, b in s.withLatestFrom(b.source().signal) },
    .init("sample(on:)") { s, b in s.sample(on: b.source().signal, once: b.onceIn(2)) },
    .init("sample(on:default:)") { s, b in s.sample(on: b.source().signal, default: b.value()) },
    .init("take(until:)") { s, b in s.take(until: b.source().signal) },
    .init("take(untilReplacement:)") { s, b in s.take(untilReplacement: b.source().signal) },
    .init("skip(until:)") { s, b in s.skip(until: b.source().signal) },
    .init("switchIfEmpty") { s, b in s.switchIfEmpty(b.source().signal) },
    .init("throttle(while:)") { s, b in s.throttle(while: b.source().signal.map { $0.number > 1 }) },
  ]

  private static let flattenings: [RandomOperator] = [
    .init("flatMap", flattens: true) { s, b in s.flatMap { _ in b.source().signal } },
    .init("flatMap(maxConcurrent:)", flattens: true) { s, b in
      s.flatMap(maxConcurrent: b.roll(1...2)) { _ in b.source().signal }
    },
    .init("concatMap", flattens: true) { s, b in s.concatMap { _ in b.source().signal } },
    .init("flatMapLatest", flattens: true) { s, b in s.flatMapLatest { _ in b.source().signal } },
    .init("flatMapFirst", flattens: true) { s, b in s.flatMapFirst { _ in b.source().signal } },
    .init("flatMapRace", flattens: true) { s, b in s.flatMapRace { _ in b.source().signal } },
    .init("bind", flattens: true) { s, b in
      s.bind { value, stops in
        stops = value.number == 3
        return b.source().signal
      }
    },
    .init("groupBy", shares: true, flattens: true) { s, _ in
      s.groupBy { $0.number % 2 }.flatMap { $0 }
    },
    .init("window", shares: true, flattens: true) { s, _ in s.window(count: 2).flatMap { $0 } },
    .init("window(on:)", shares: true, flattens: true) { s, b in
      s.window(on: b.source().signal).concatMap { $0 }
    },
  ]

  private static let shared: [RandomOperator] = [
    .init("share", shares: true) { s, _ in s.share() },
    .init("share(replay:)", shares: true) { s, b in
      s.share(replay: b.roll(0...2), scope: b.onceIn(2) ? .forever : .whileConnected)
    },
    .init("refCount", shares: true) { s, _ in s.multicast { PublishSubject() }.refCount() },
    .init("autoconnect", shares: true) { s, _ in s.multicast(ReplaySubject(capacity: 1)).autoconnect() },
    .init("multicast(selector:)", shares: true) { s, _ in
      s.multicast {
        PublishSubject()
      } selector: {
        $0.merge($0.skip(1))
      }
    },
  ]
}
