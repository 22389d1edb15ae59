import Signals
import SignalsTesting
import Testing

/// What becomes of counts and times that make no sense: what the documentation says, and never a crash.
@Suite struct BadArgumentsTests {
  // MARK: Counts

  typealias Counted = (name: String, build: @Sendable (Signal<Int>, Int) -> Signal<Int>)

  /// Each operator that takes a count, and what `1 2 3 |` becomes with -1, with 0 and with the largest number.
  static let counted: [(Counted, negative: String, zero: String, largest: String)] = [
    (("take(_:)", { $0.take($1) }), "|", "|", "1 2 3 |"),
    (("takeLast(_:)", { $0.takeLast($1) }), "|", "|", "1 2 3 |"),
    (("skip(_:)", { $0.skip($1) }), "1 2 3 |", "1 2 3 |", "|"),
    (
      ("element(at:)", { $0.element(at: $1) }), "#endedBefore(index: -1)", "1 |",
      "#endedBefore(index: 9223372036854775807)"
    ),
    (("collect(count:)", { $0.collect(count: $1).map(\.count) }), "1 1 1 |", "1 1 1 |", "3 |"),
    (
      ("window(count:)", { $0.window(count: $1).flatMap { $0.count() } }), "1 1 1 |", "1 1 1 |", "3 |"
    ),
    (
      ("flatMap(maxConcurrent:_:)", { $0.flatMap(maxConcurrent: $1) { .just($0) } }), "1 2 3 |", "1 2 3 |",
      "1 2 3 |"
    ),
    (
      ("merge(maxConcurrent:)", { $0.map { .just($0) }.merge(maxConcurrent: $1) }), "1 2 3 |", "1 2 3 |",
      "1 2 3 |"
    ),
    (
      ("expand(maxConcurrent:_:)", { $0.expand(maxConcurrent: $1) { _ in .empty() } }), "1 2 3 |", "1 2 3 |",
      "1 2 3 |"
    ),
    (
      ("mergeScan(_:maxConcurrent:_:)", { $0.mergeScan(0, maxConcurrent: $1) { .just($0 + $1) } }), "1 3 6 |",
      "1 3 6 |", "1 3 6 |"
    ),
    (
      ("buffer(count:every:)", { $0.buffer(count: $1, every: $1).map(\.count) }), "1 1 1 |", "1 1 1 |", "3 |"
    ),
    (
      ("window(count:every:)", { $0.window(count: $1, every: $1).flatMap { $0.count() } }), "1 1 1 0 |",
      "1 1 1 0 |", "3 |"
    ),
    (
      (
        "share(replay:scope:grace:on:)",
        { $0.share(replay: $1, grace: .zero, on: VirtualTimeScheduler()) }
      ), "1 2 3 |", "1 2 3 |", "1 2 3 |"
    ),
    (("retry(_:)", { $0.retry($1) }), "1 2 3 |", "1 2 3 |", "1 2 3 |"),
    (("retry(maxAttempts:)", { $0.retry(maxAttempts: $1) }), "1 2 3 |", "1 2 3 |", "1 2 3 |"),
    (("repeat(_:)", { $0.repeat($1).take(4) }), "|", "|", "1 2 3 1 |"),
    (("replay(_:)", { $0.replay($1) }), "|", "|", "1 2 3 |"),
    (
      ("share(replay:scope:)", { $0.share(replay: $1) }), "1 2 3 |", "1 2 3 |", "1 2 3 |"
    ),
    (
      (
        "static repeatElement(_:count:)",
        { _, count in .repeatElement(7, count: count).take(2) }
      ), "|", "|", "7 7 |"
    ),
    (
      ("static range(start:count:)", { _, count in .range(start: 1, count: count).take(2) }), "|", "|",
      "1 2 |"
    ),
    (
      (
        "static range(start:count:on:)",
        { _, count in .range(start: .max, count: count, on: ImmediateScheduler()) }
      ), "|", "|", "9223372036854775807 |"
    ),
    (
      (
        "ReplaySubject.init(capacity:)",
        { source, count in
          let subject = ReplaySubject<Int>(capacity: count)
          _ = source.bind(to: subject)
          return subject
        }
      ), "|", "|", "1 2 3 |"
    ),
    (
      (
        "ReplayRelay.init(capacity:)",
        { source, count in
          let relay = ReplayRelay<Int>(capacity: count)
          _ = source.bind(to: relay)
          return relay
        }
      ), "", "", "1 2 3"
    ),
  ]

  @Test(arguments: Array(counted.indices))
  func `a count is what it says, and no less than it can be`(index: Int) {
    let (row, negative, zero, largest) = Self.counted[index]
    for (count, expected) in [
      (-1, negative), (.min, negative.replacing("-1", with: "\(Int.min)")), (0, zero), (.max, largest),
    ] {
      let out = Transcript()
      row.build(.of(1, 2, 3), count).subscribe(
        next: { out.print($0) }, error: { out.print("#\($0)") }, completed: { out.print("|") }
      ).dispose()
      #expect(out.lines.joined(separator: " ") == expected, "\(row.name) with \(count)")
    }
  }

  @Test func `what fails is tried no more often than it can be`() {
    let failing = Signal.of(1).concat(.fail(Broken()))
    for count in [Int.min, -1, 0] {
      #expect(failing.retry(count).transcript == ["1", "#broken", "!"])
      #expect(failing.retry(maxAttempts: count).transcript == ["1", "#broken", "!"])
      #expect(
        failing.retry(upTo: count, interval: .zero, on: VirtualTimeScheduler()).transcript == [
          "1", "#broken", "!",
        ])
    }
    #expect(failing.retry(.max).take(3).transcript == ["1", "1", "1", "|", "!"])
    #expect(failing.retry(maxAttempts: .max).take(3).transcript == ["1", "1", "1", "|", "!"])
  }

  // MARK: Times

  typealias Timed = (
    name: String, build: @Sendable (Signal<Int>, Duration, VirtualTimeScheduler) -> Signal<Int>
  )

  /// Each operator that takes a time, and what 1, 2, 3 and completion, a second apart from the first second on, become
  /// within ten seconds: with no time or less, and with more than there is.
  static let timed: [(Timed, none: String, endless: String)] = [
    (("debounce(for:on:where:)", { $0.debounce(for: $1, on: $2) }), "1 2 3 |", "3 |"),
    (("throttle(for:latest:on:)", { $0.throttle(for: $1, on: $2) }), "1 2 3 |", "1"),
    (
      ("throttle(for:latest:on:)", { $0.throttle(for: $1, latest: false, on: $2) }), "1 2 3 |", "1 |"
    ),
    (("audit(for:on:)", { $0.audit(for: $1, on: $2) }), "1 2 3 |", ""),
    (
      ("sample(every:on:)", { source, _, clock in source.sample(every: .seconds(1.3), on: clock) }),
      "1 2 3 |", "1 2 3 |"
    ),
    (("share(replay:scope:grace:on:)", { $0.share(grace: $1, on: $2) }), "1 2 3 |", "1 2 3 |"),
    (("delay(for:on:)", { $0.delay(for: $1, on: $2) }), "1 2 3 |", ""),
    (("timeout(_:on:error:)", { $0.timeout($1, on: $2, error: Broken()) }), "#broken", "1 2 3 |"),
    (
      ("timeout(eachValue:on:error:)", { $0.timeout(eachValue: $1, on: $2, error: Broken()) }), "#broken",
      "1 2 3 |"
    ),
    (
      ("timeout(eachValue:other:on:)", { $0.timeout(eachValue: $1, other: .just(9), on: $2) }), "9 |",
      "1 2 3 |"
    ),
    (("take(for:on:)", { $0.take(for: $1, on: $2) }), "|", "1 2 3 |"),
    (("skip(for:on:)", { $0.skip(for: $1, on: $2) }), "1 2 3 |", "|"),
    (("delaySubscription(for:on:)", { $0.delaySubscription(for: $1, on: $2) }), "1 2 3 |", ""),
    (
      ("buffer(for:count:on:)", { $0.buffer(for: $1, on: $2).map(\.count) }), "1 1 1 |", "3 |"
    ),
    (
      ("buffer(for:count:on:)", { $0.buffer(for: $1, count: -1, on: $2).map(\.count) }), "1 1 1 |", "1 1 1 |"
    ),
    (
      ("window(for:count:on:)", { $0.window(for: $1, on: $2).flatMap { $0.count() }.filter { $0 > 0 } }),
      "1 1 1 |", "3 |"
    ),
    (
      (
        "window(for:count:on:)",
        { $0.window(for: $1, count: -1, on: $2).flatMap { $0.count() }.filter { $0 > 0 } }
      ), "1 1 1 |", "1 1 1 |"
    ),
    (
      (
        "retry(upTo:interval:on:)",
        { $0.concat(.fail(Broken())).retry(upTo: 1, interval: $1, on: $2) }
      ), "1 2 3 1 2 3 #broken", "1 2 3"
    ),
    (
      ("static timer(after:every:leeway:on:)", { _, time, clock in .timer(after: time, on: clock) }), "0 |",
      ""
    ),
    (
      (
        "static timer(after:every:leeway:on:)",
        { _, time, clock in .timer(after: time, every: .seconds(4), leeway: time, on: clock) }
      ), "0 1 2", ""
    ),
    (
      (
        "static interval(_:leeway:on:)",
        { _, time, clock in .interval(.seconds(4), leeway: time, on: clock) }
      ), "0 1", "0 1"
    ),
  ]

  /// The most that can be counted, twice the time that fits into 64 bits of seconds, and the most of those.
  static let endlessTimes: [Duration] = [
    Duration(attoseconds: .max), .seconds(Int64.max) + .seconds(Int64.max), .seconds(Int64.max),
  ]

  @Test(arguments: Array(timed.indices))
  func `a time is what it says, and none is as soon as can be`(index: Int) {
    let (row, none, endless) = Self.timed[index]
    let nothing = [Duration.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)]
    for (time, expected) in nothing.map({ ($0, none) }) + Self.endlessTimes.map({ ($0, endless) }) {
      let clock = VirtualTimeScheduler(startingAt: .seconds(1))
      let source = Signal<Int>.timer(after: .seconds(1), every: .seconds(1), on: clock).map { $0 + 1 }
        .take(3).concat(Signal<Int>.timer(after: .seconds(1), on: clock).ignoreElements())
      let out = Transcript()
      let subscription = row.build(source, time, clock).subscribe(
        next: { out.print($0) }, error: { out.print("#\($0)") }, completed: { out.print("|") })
      clock.advance(by: .seconds(10))
      #expect(out.lines.joined(separator: " ") == expected, "\(row.name) with \(time)")
      subscription.dispose()
    }
  }

  @Test func `every operator that takes a count or a time is asked`() {
    let words: Set = [
      "count", "for", "after", "every", "interval", "eachValue", "maxConcurrent", "maxAttempts", "upTo",
      "replay",
      "capacity", "leeway", "at",
    ]
    let unnamed: Set = [
      "take(_:)", "takeLast(_:)", "skip(_:)", "retry(_:)", "repeat(_:)", "replay(_:)", "timeout(_:on:error:)",
    ]
    let asked = Set(Self.counted.map(\.0.name) + Self.timed.map(\.0.name))
    for name in OperatorTable.rows.flatMap(\.declarations) {
      let name = name.prefix { $0 != " " } == "static" ? name : String(name.prefix { $0 != " " })
      let labels = name.drop { $0 != "(" }.dropFirst().split(separator: ":").map(String.init)
      guard unnamed.contains(name) || !words.isDisjoint(with: labels) else { continue }
      #expect(asked.contains(name), "\(name)")
    }
  }

  // MARK: Schedulers

  @Test func `virtual time comes to its end and no further`() {
    let clock = VirtualTimeScheduler()
    let out = Transcript()
    clock.schedule(after: Duration(attoseconds: .max)) { out.print("at the end of time") }
    clock.schedule(after: .seconds(-5)) { out.print("now") }
    clock.advance(by: .seconds(-1))
    #expect(out.take() == [] && clock.now == .zero)
    clock.advance(by: .zero)
    #expect(out.take() == ["now"])
    clock.advance(by: Duration(attoseconds: .max))
    clock.advance(by: Duration(attoseconds: .max))
    #expect(out.take() == ["at the end of time"] && clock.now == Duration(attoseconds: .max))
  }

  @Test(arguments: [QueueScheduler("bad arguments"), TaskScheduler()] as [any TimedScheduler])
  func `a scheduler with a clock of its own waits no less than nothing, and for ever`(
    scheduler: any TimedScheduler
  )
    async
  {
    let endless = Self.endlessTimes.map { time in
      scheduler.schedule(after: time, leeway: time) { Issue.record("after \(time)") }
    }
    let over = scheduler.schedule(after: .zero, every: Duration(attoseconds: .max)) {}
    for time in [Duration.zero, .seconds(-1), Duration(attoseconds: .min)] {
      await withCheckedContinuation { task in
        scheduler.schedule(after: time, leeway: time) { task.resume() }
      }
    }
    for work in endless + [over] { work.dispose() }
  }

  @Test func `who waits for a signal waits no less than nothing`() {
    for time in [Duration.zero, .seconds(-1), Duration(attoseconds: .min)] {
      #expect(throws: Blocking<Int>.TimedOut.self) { try Signal<Int>.never().blocking(timeout: time).first() }
    }
    for time in Self.endlessTimes { #expect(try! Signal.of(1).blocking(timeout: time).first() == 1) }
  }
}
