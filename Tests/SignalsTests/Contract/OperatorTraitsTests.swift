import SignalTracing
import Signals
import Testing
import TraceFormat

/// What a recording says that each operator is: verdicts are judged by it.
@Suite struct OperatorTraitsTests {
  /// The rows of `OperatorTable` whose operators are something, by the first declaration; where one stands in several
  /// rows that differ, in their order. All others are nothing but a step on the way.
  private static let table: [(traits: SiteTraits, rows: [String])] = [
    (
      [.source, .ends],
      [
        "static just(_:)", "static empty()", "static fail(_:)", "static of(_:)", "static from(_:)",
        "static fromResult(_:)",
        "static fromOptional(_:)", "static repeatElement(_:count:)", "static range(start:count:)",
        "static attempt(_:)", "static justDeferred(_:)", "static fromSequence(_:on:)", "take(_:) 2",
        "static range(start:count:on:)",
      ]
    ),
    (
      .source,
      [
        "static generate(_:while:next:)", "static generate(_:on:while:next:)", "static from(_:) 2",
        "static fromSequence(on:_:)",
      ]
    ),
    ([.source, .endless], ["static never()"]),
    (
      [.source, .timer, .endless],
      ["static interval(_:leeway:on:)", "static timer(after:every:leeway:on:) 2"]
    ),
    ([.source, .timer, .ends], ["static timer(after:every:leeway:on:)"]),
    (
      [.source, .subscribesInUserCode],
      ["static create(_:)", "static deferred(_:)", "static using(_:signal:)"]
    ),
    (
      [.source, .hot],
      [
        "static future(_:)", "bind(to:)", "assign(to:on:)", "Property.init(_:then:)", "bind(to:_:)",
        "Lifetime.willDeinit",
        "ValidatingProperty.init(_:validate:)",
      ]
    ),
    ([.source, .hot, .endsWithItsObject], ["bind(to:) 3", "Property.init(_:)"]),
    (
      [.source, .hot, .buffers],
      ["Action.init(enabledIf:allowsConcurrency:_:)", "Action.init(state:enabledIf:allowsConcurrency:_:)"]
    ),
    (
      [.source, .hot, .endless],
      [
        "bind(to:) 2", "BehaviorRelay.init(_:)", "ReplayRelay.init(capacity:)",
        "static fromNotifications(named:object:center:_:)", "static fromNotifications(named:object:center:)",
      ]
    ),
    (
      .countedShare,
      [
        "multicast(_:)", "ReplaySubject.init(capacity:)", "BehaviorSubject.init(_:)", "AsyncSubject.init()",
        "multicast(makeSubject:)", "multicast(makeSubject:selector:)", "MulticastConnection.refCount()",
        "MulticastConnection.refCount() 2", "MulticastConnection.refCount() 3",
        "MulticastConnection.refCount() 4", "MulticastConnection.autoconnect()",
        "MulticastConnection.autoconnect() 2",
        "share(replay:scope:)", "share(replay:scope:) 2", "share(replay:scope:) 3", "share(replay:scope:) 4",
      ]
    ),
    (
      .keptConnection,
      [
        "publish()", "replay(_:)", "replayLast()", "share(replay:scope:grace:on:)",
        "share(replay:scope:grace:on:) 2",
      ]
    ),
    (
      [.keptConnection, .buffers],
      ["replay()", "replayLazily()", "static startLazily(on:_:)", "static startEagerly(on:_:)"]
    ),
    (
      .flattens,
      [
        "merge(_:_:)", "static merge(_:)", "concat(_:_:)", "static concat(_:)", "then(_:)",
        "static merge(_:_:_:)", "static concat(_:_:_:)",
        "switchIfEmpty(_:)",
        "bind(_:)", "bind(_:) 2", "flatMap(_:)", "flatMapFirst(_:)", "flatMapLatest(_:)", "switchToLatest()",
        "switchOn(cases:default:)", "ifThenElse(then:else:)", "Completable.andThen(_:)",
        // The groups of its row are put together again.
        "groupBy(_:element:)",
        "onErrorResumeNext(_:_:)", "static onErrorResumeNext(_:)", "mergeDelayingErrors(_:_:)",
        "static mergeDelayingErrors(_:)", "concatDelayingErrors(_:_:)", "static concatDelayingErrors(_:)",
        "delay(when:)",
      ]
    ),
    ([.flattens, .stops], ["flatMapRace(_:)"]),
    (
      [.flattens, .buffers],
      [
        "flatMap(maxConcurrent:_:)", "concatMap(_:)", "merge(maxConcurrent:)", "concat()",
        "expand(maxConcurrent:_:)", "concatMap(bound:_:)", "concatMap(bound:_:) 2",
      ]
    ),
    (
      .gathers,
      [
        "combineLatest(_:)", "combineLatest(_:) 2", "combineLatest(with:)", "withLatestFrom(_:_:)",
        "static combineLatest(_:)",
        "withLatestFrom(_:)", "withLatestFrom(_:and:)", "withLatestFrom(_:and:_:)",
        "withLatestFrom(_:_:and:)", "withLatestFrom(_:_:and:_:)",
      ]
    ),
    ([.gathers, .ends], ["forkJoin(_:)", "forkJoin(_:) 2"]),
    ([.gathers, .buffers, .stops], ["sequenceEqual(_:by:)", "sequenceEqual(_:)"]),
    ([.gathers, .buffers], ["zip(_:)", "zip(_:) 2", "zip(with:)", "static zip(_:)"]),
    (
      .stops,
      [
        "take(_:)", "take(inclusive:while:)", "take(inclusive:until:)", "take(until:)",
        "take(untilReplacement:)", "take(during:)", "first(where:)", "firstValue()", "element(at:)",
        "single(where:)", "any(_:)", "all(_:)", "contains(_:)", "amb(_:_:)",
        "static amb(_:)", "static amb(_:_:_:)", "timeout(_:on:error:)", "timeout(_:on:error:) 2",
        "timeout(eachValue:on:error:)", "take(for:on:)", "take(for:on:) 2",
        "isEmpty()", "findIndex(where:)",
      ]
    ),
    (
      .restarts,
      [
        "retry()", "retry(_:)", "retry(maxAttempts:)", "retry(when:)", "repeat()", "repeat(_:)", "catch(_:)",
        "catchTo(_:)", "asInfallible(onErrorRecover:)", "retry(upTo:interval:on:)",
        "timeout(eachValue:other:on:)", "retry(_:on:random:)", "repeat(when:)",
      ]
    ),
    (
      .buffers,
      [
        "deliver(on:)", "deliver(on:) 3", "deliverOnMain()", "collect(count:)", "collect(where:)",
        "deliver(on:bound:)", "deliver(on:bound:) 2", "buffer(on:)", "buffer(opening:closing:)",
        "buffer(count:every:)",
      ]
    ),
    ([.buffers, .ends], ["collect()"]),
    (
      .ends,
      [
        "reduce(_:_:)", "reduce(into:_:)", "last(where:)", "takeLast(_:)", "count()", "min(by:)", "max(by:)",
        "min()", "max()",
      ]
    ),
    (
      .timer,
      [
        "window(for:count:on:)", "debounce(for:on:where:)", "debounce(for:on:where:) 2", "audit(for:on:)",
        "sample(every:on:)",
      ]
    ),
    ([.timer, .buffers], ["delay(for:on:)", "buffer(for:count:on:)"]),
  ]

  /// A row's first declaration, with a number from its second row on where it has no number of its own.
  private static let rows: [(name: String, row: OperatorRow)] = {
    var counts: [String: Int] = [:]
    return OperatorTable.rows.map { row in
      let name = row.declarations[0]
      counts[name, default: 0] += 1
      return (counts[name] == 1 ? name : "\(name) \(counts[name]!)", row)
    }
  }()

  /// What a recording says of the operator of each row.
  private func recorded() throws -> [String: SiteTraits] {
    let scheduler = VirtualTimeScheduler()
    let (records, thread) = try Traced.recording {
      let lives = Lives()
      for (name, row) in Self.rows {
        let sources = (0..<row.sources).map {
          BenchSource(
            $0, of: Script(name: "", steps: []), .subject, values: lives, scheduler: scheduler, queue: nil,
            resubscribes: false)
        }
        let bench = Bench(sources: sources, scheduler: scheduler, values: lives, life: lives.make())
        let (output, ender) = (row.build(bench), Ender(.handle))
        Trace.mark(name)
        output.subscribe(Receiver(ReceiverLog(), lives.make()), ender)
        ender.endAnyway()
        bench.disposeKept()
      }
    }
    var (row, sites, traits): (String?, [SubscriptionID: Site], [String: SiteTraits]) = (nil, [:], [:])
    for record in records where record.thread == thread {
      switch record.event {
      case .mark(_, let text): row = text
      case .subscribed(let id, _, _, let site): sites[id] = site
      case .named(let id, _, "output"): if let row { traits[row] = traits[row] ?? sites[id]?.traits }
      default: break
      }
    }
    return traits
  }

  @Test func `every operator is recorded as what it is`() throws {
    let recorded = try recorded()
    let expected = Dictionary(
      uniqueKeysWithValues: Self.table.flatMap { entry in entry.rows.map { ($0, entry.traits) } })
    #expect(Set(expected.keys).subtracting(Self.rows.map(\.name)).sorted() == [], "no such rows")
    for (name, _) in Self.rows {
      let traits = try #require(recorded[name], "\(name) was not subscribed to")
      #expect(traits == expected[name] ?? [], "\(name)")
    }
  }

  @Test func `what subscribes is a root; groups, windows and what the program starts are sources`() throws {
    let traced = try Traced {
      _ = Signal<Int>.startLazily(on: ImmediateScheduler()) { $0.completed() }.subscribe()
      _ = Signal<Int>.startEagerly(on: ImmediateScheduler()) { $0.completed() }.subscribe()
      let subject = PublishSubject<Int>()
      _ = subject.groupBy { $0 }.subscribe(next: { _ = $0.subscribe() })
      _ = subject.window(count: 1).subscribe(next: { _ = $0.subscribe() })
      _ = subject.values().makeAsyncIterator()
      _ = subject.bind(to: PublishSubject<Int>())
      _ = subject.bind(to: PublishRelay<Int>())
      for value in subject.startWith(1).take(1).toSequence() { _ = value }
      _ = try? subject.startWith(1).take(1).blocking().toArray()
      subject.next(1)
    }
    var said: [String: Set<SiteTraits>] = [:]
    for case .subscribed(_, _, _, let site) in traced.events {
      said[site.operatorName, default: []].insert(site.traits.subtracting(.unheardEnd))
    }
    for root in ["subscribe", "values", "bind(to:)", "toSequence", "blocking"] {
      #expect(said[root] == [.root], "\(root)")
    }
    for name in ["startLazily", "startEagerly"] {
      #expect(said[name] == [[.keptConnection, .buffers], [.source, .subscribesInUserCode]], "\(name)")
    }
    for name in ["groupBy", "window"] { #expect(said[name] == [[], [.source, .hot]], "\(name)") }
  }
}
