import SignalTracing
import Signals
import Testing
import TraceFormat

/// What operators are, as their call sites say it in a recording.
@Suite struct SiteTraitsTests {
  private func traits(_ body: @escaping @Sendable () -> Void) throws -> [String: SiteTraits] {
    var traits: [String: SiteTraits] = [:]
    for case .subscribed(_, _, _, let site) in try Traced(body).events {
      traits[site.operatorName] = site.traits
    }
    return traits
  }

  @Test func `an operator is what it is, whatever it is called`() throws {
    let traits = try traits {
      let subject = PublishSubject<Int>()
      let made = Signal<Int>.create { _ in nil }.share()
      zip(subject.map { $0 }, made.take(1)).flatMap { _ in Signal<Int>.never() }.retry().subscribe().dispose()
      Signal.just(1).replayLazily().subscribe().dispose()
    }
    #expect(
      traits == [
        "subscribe": [.root, .unheardEnd], "retry": .restarts, "flatMap": .flattens,
        "zip": [.gathers, .buffers], "map": [],
        "take": .stops, "share": .countedShare, "create": [.source, .subscribesInUserCode],
        "PublishSubject": [.source, .hot], "just": [.source, .ends],
        "replayLazily": [.keptConnection, .buffers],
      ])
  }

  @Test func `an operator that is two things at one name says which`() throws {
    let scheduler = VirtualTimeScheduler()
    let timers = [nil, .seconds(1)].map { Signal<Int>.timer(after: .seconds(1), every: $0, on: scheduler) }
    let once = try traits { timers[0].subscribe().dispose() }
    let always = try traits { timers[1].subscribe().dispose() }
    #expect(once["timer"] == [.source, .timer, .ends])
    #expect(always["timer"] == [.source, .timer, .endless])
  }

  @Test func `asynchronous work is user code, which begins for each subscriber`() throws {
    let traits = try traits {
      Signal<Int>.fromAsync { 1 }.subscribe().dispose()
    }
    #expect(traits["fromAsync"] == [.source, .subscribesInUserCode])
  }

  @Test func `what older recordings leave out is what operators say now`() throws {
    let said = try traits {
      let subject = PublishSubject<Int>()
      _ = subject.concatMap { Signal.of($0) }.debounce(for: .seconds(1), on: VirtualTimeScheduler())
        .delay(for: .seconds(1), on: VirtualTimeScheduler()).subscribe()
      _ = subject.flatMapLatest { Signal.just($0) }.take(until: Signal<Int>.never()).subscribe()
      _ = combineLatest(subject, subject.withLatestFrom(subject)).firstValue().catchTo(.never()).subscribe()
      _ = Signal<Int>.interval(.seconds(1), on: VirtualTimeScheduler()).publish().refCount().subscribe()
      subject.next(1)
    }
    #expect(said.count > 14)
    for (name, traits) in said {
      #expect(traits.subtracting(.unheardEnd) == SiteTraits(operatorName: name), "\(name)")
    }
  }

  @Test func `a subscriber that is told of its end, by completion or disposal, is told from one that is not`()
    throws
  {
    let roots = [
      try traits { Signal.just(1).subscribe(next: { _ in }, error: { _ in }).dispose() },
      try traits { Signal.just(1).subscribe(completed: {}).dispose() },
      try traits { Signal.just(1).subscribe(disposed: {}).dispose() },
    ]
    #expect(roots.map { $0["subscribe"] } == [[.root, .unheardEnd], .root, .root])
  }

  @Test func `names that are known only at run time are kept, within bounds`() {
    let site = CallSite(interning: "wrapped", file: "A/B.swift", line: 3, traits: [.source, .root]).site
    #expect(site == Site(operatorName: "wrapped", file: "A/B.swift", line: 3, traits: [.source, .root]))
    let long = CallSite(interning: String(repeating: "長", count: 1000), file: "a\0b", line: .max).site
    #expect(long.operatorName == String(repeating: "長", count: 341) && long.file == "a")
    #expect(long.line == 0xff_ffff)
    // However texts go on after what is kept of them, they are one name and take one place.
    for number in 0..<5000 { _ = CallSite(interning: "endless\0\(number)", file: "", line: 1) }
    #expect(CallSite(interning: "after them", file: "", line: 1).site.operatorName == "after them")
  }

  @Test func `a name that finds no room is a question mark`() async {
    // In a process of its own: afterwards no other test would have names of its own.
    await #expect(processExitsWith: .success) {
      _ = CallSite(interning: "wrapped", file: "A/B.swift", line: 1)
      for number in 0..<5000 { _ = CallSite(interning: "name \(number)", file: "", line: 1) }
      #expect(CallSite(interning: "one too many", file: "A/B.swift", line: 1).site.operatorName == "?")
      #expect(CallSite(interning: "wrapped", file: "A/B.swift", line: 1).site.operatorName == "wrapped")
    }
  }
}
