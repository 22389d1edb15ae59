import Signals
import TraceFormat

/// Operators with several sources.
extension OperatorTable {
  private static let two: [Role.Kind] = [.source, .source]
  private static let controlled: [Role.Kind] = [.source, .control]

  @RowBuilder static var combinations: [OperatorRow] {
    row("merge(_:_:)", roles: [.source, .source, .source]) { $0[0].merge($0[1], $0[2]) }
    row("static merge(_:)", roles: two) { .merge([$0[0], $0[1]]) }
    row("static merge(_:_:_:)", roles: two) { .merge($0[0], $0[1]) }
    row(
      "concat(_:_:)", roles: two, ignoresError: { $1 == 1 && !$0.completed(0) }
    ) { $0[0].concat($0[1]) }
    row("static concat(_:)", roles: two, ignoresError: { $1 == 1 && !$0.completed(0) }) {
      .concat([$0[0], $0[1]])
    }
    row("static concat(_:_:_:)", roles: two, ignoresError: { $1 == 1 && !$0.completed(0) }) {
      .concat($0[0], $0[1])
    }
    row(
      "then(_:)", roles: [.source, .inner], closures: ["next"],
      ignoresError: { $1 == 1 && !$0.completed(0) }
    ) { b in b[0].then { try b("next", b[1]) } }
    row("combineLatest(_:)", roles: two) { combineLatest($0[0], $0[1]) }
    row("combineLatest(_:) 2", roles: two) { combineLatest([$0[0], $0[1]]) }
    row("combineLatest(_:reduce:)", roles: two, closures: ["reduce"]) { b in
      combineLatest(b[0], b[1], reduce: { try b("reduce", ($0, $1)) })
    }
    row("combineLatest(with:)", roles: two) { $0[0].combineLatest(with: $0[1]) }
    row("static combineLatest(_:)", roles: two) { Signal.combineLatest($0[0], $0[1]) }
    row("static zip(_:)", roles: two, completes: { $0.any }) { Signal.zip($0[0], $0[1]) }
    row("zip(_:)", roles: two, completes: { $0.any }) { zip($0[0], $0[1]) }
    row("zip(_:) 2", roles: two, completes: { $0.any }) { zip([$0[0], $0[1]]) }
    row("zip(_:reduce:)", roles: two, closures: ["reduce"], completes: { $0.any }) { b in
      zip(b[0], b[1], reduce: { try b("reduce", ($0, $1)) })
    }
    row("zip(with:)", roles: two, completes: { $0.any }) { $0[0].zip(with: $0[1]) }
    row(
      "amb(_:_:)", roles: two, completes: { $0.first.map($0.completed) ?? false },
      ignoresError: { $0.first ?? $1 != $1 }, reasons: [.replaced]
    ) { $0[0].amb($0[1]) }
    row(
      "static amb(_:)", roles: two, completes: { $0.first.map($0.completed) ?? false },
      ignoresError: { $0.first ?? $1 != $1 }, reasons: [.replaced]
    ) { .amb([$0[0], $0[1]]) }
    row(
      "static amb(_:_:_:)", roles: two, completes: { $0.first.map($0.completed) ?? false },
      ignoresError: { $0.first ?? $1 != $1 }, reasons: [.replaced]
    ) { .amb($0[0], $0[1]) }
    row(
      "withLatestFrom(_:_:)", roles: two, closures: ["combine"], completes: { $0.completed(0) }
    ) { b in b[0].withLatestFrom(b[1]) { try b("combine", ($0, $1)) } }
    row("withLatestFrom(_:)", roles: two, completes: { $0.completed(0) }) { $0[0].withLatestFrom($0[1]) }
    row("sample(on:once:)", named: "sample(on:)", roles: controlled, completes: { $0.any }) {
      $0[0].sample(on: $0[1])
    }
    row(
      "sample(on:once:)", named: "sample(on:)", roles: controlled, completes: { $0.any }
    ) { $0[0].sample(on: $0[1], once: true) }
    row(
      "sample(on:default:)", named: "sample(on:default:)", roles: controlled, completes: { $0.any },
      traits: .keepsValues
    ) {
      $0[0].sample(on: $0[1], default: $0.value(0))
    }
    row(
      "throttle(while:)", named: "throttle(while:)", roles: [.source, .source], completes: { $0.completed(0) }
    ) { $0[0].throttle(while: $0[1].map { $0.number == 1 }) }
    row(
      "take(until:)", named: "take(until:)", roles: controlled,
      completes: { $0.any || $0.values[1] > 0 }, ignoresError: { $1 == 1 }, reasons: [.trigger]
    ) { $0[0].take(until: $0[1]) }
    row(
      "take(untilReplacement:)", named: "take(untilReplacement:)", roles: two,
      completes: { $0.completed(1) }, ignoresError: { $1 == 0 && $0.values[1] > 0 }, reasons: [.replaced]
    ) { $0[0].take(untilReplacement: $0[1]) }
    row(
      "skip(until:) 2", named: "skip(until:)", roles: controlled, completes: { $0.completed(0) },
      ignoresError: { $1 == 1 && $0.values[1] > 0 }, reasons: [.trigger]
    ) { $0[0].skip(until: $0[1]) }
    row(
      "switchIfEmpty(_:)", roles: two,
      completes: { $0.completed(0) && ($0.values[0] > 0 || $0.completed(1)) },
      ignoresError: { $1 == 1 && ($0.values[0] > 0 || !$0.completed(0)) }
    ) { $0[0].switchIfEmpty($0[1]) }
    row("and(_:)", named: "all", roles: two) { $0[0].map { $0.number > 1 }.and($0[1].map { $0.number > 1 }) }
    row("or(_:)", named: "any", roles: two) { $0[0].map { $0.number > 1 }.or($0[1].map { $0.number > 1 }) }
    row("static all(_:)", roles: two) { .all([$0[0].map { $0.number > 1 }, $0[1].map { $0.number > 1 }]) }
    row("static any(_:)", roles: two) { .any([$0[0].map { $0.number > 1 }, $0[1].map { $0.number > 1 }]) }
  }

  private static let inners: [Role.Kind] = [.source, .inner, .inner]

  /// Operators that subscribe to what their values become: source 1 for the first value, source 2 for the second.
  @RowBuilder static var flattenings: [OperatorRow] {
    row(
      "bind(_:)", roles: inners, closures: ["binding"], completes: { $0.inners },
      ignoresError: { $1 > $0.values[0] }
    ) { b in
      b.source.bind {
        b.note("makeBinding")
        return { value, _ in try b("binding", b[value.number]) }
      }
    }
    row(
      "bind(_:) 2", roles: inners, closures: ["binding"],
      completes: { $0.values[0] > 0 ? $0.completed(1) : $0.completed(0) },
      ignoresError: { $1 == 2 || $1 == 0 && $0.values[0] > 0 }
    ) { b in
      b.source.bind { value, stops in
        stops = true
        return try b("binding", b[value.number])
      }
    }
    row(
      "flatMap(_:)", roles: inners, closures: ["transform"], completes: { $0.inners },
      ignoresError: { $1 > $0.values[0] }
    ) { b in b.source.flatMap { try b("transform", b[$0.number]) } }
    row(
      "flatMap(maxConcurrent:_:)", roles: inners, closures: ["transform"], completes: { $0.inners },
      ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }
    ) { b in b.source.flatMap(maxConcurrent: 1) { try b("transform", b[$0.number]) } }
    row(
      "concatMap(_:)", roles: inners, closures: ["transform"], completes: { $0.inners },
      ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }
    ) { b in b.source.concatMap { try b("transform", b[$0.number]) } }
    row(
      "merge(maxConcurrent:)", roles: inners, completes: { $0.inners }, ignoresError: { $1 > $0.values[0] }
    ) { b in b.source.map { b[$0.number] }.merge() }
    row(
      "concat()", roles: inners, completes: { $0.inners }, ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }
    ) { b in b.source.map { b[$0.number] }.concat() }
    row(
      "flatMapFirst(_:)", roles: inners, closures: ["transform"],
      completes: { $0.completed(0) && ($0.values[0] == 0 || $0.completed(1)) },
      ignoresError: { $1 == 2 || $1 > $0.values[0] }
    ) { b in b.source.flatMapFirst { try b("transform", b[$0.number]) } }
    row(
      "flatMapLatest(_:)", roles: inners, closures: ["transform"], completes: { $0.newest },
      ignoresError: { $1 > 0 && $1 != $0.values[0] }, reasons: [.replaced]
    ) { b in b.source.flatMapLatest { try b("transform", b[$0.number]) } }
    row(
      "switchToLatest()", roles: inners, completes: { $0.newest },
      ignoresError: { $1 > 0 && $1 != $0.values[0] }, reasons: [.replaced]
    ) { b in b.source.map { b[$0.number] }.switchToLatest() }
    row(
      "flatMapRace(_:)", roles: inners, closures: ["transform"],
      completes: { $0.values[1] > 0 ? $0.completed(1) : $0.completed(0) && $0.values[0] == 0 },
      ignoresError: { $1 == 2 || $1 == 0 && $0.values[1] > 0 }, reasons: [.replaced]
    ) { b in b.source.flatMapRace { try b("transform", b[$0.number]) } }
    row(
      "switchOn(cases:default:)", roles: inners, completes: { $0.newest },
      ignoresError: { $1 > 0 && $1 != $0.values[0] }, reasons: [.replaced], traits: .keepsValues
    ) { b in b.source.switchOn(cases: [b.value(1): b[1]], default: b[2]) }
    row(
      "ifThenElse(then:else:)", roles: inners, completes: { $0.newest },
      ignoresError: { $1 > 0 && $1 != $0.values[0] }, reasons: [.replaced]
    ) { b in b.source.map { $0.number == 1 }.ifThenElse(then: b[1], else: b[2]) }
    row("groupBy(_:)", roles: [.shared], closures: ["key"]) { b in
      b.source.groupBy { try b("key", $0.number) }
    }
    row(
      "groupBy(_:element:)", named: "flatMap", roles: [.shared], closures: ["key", "element"]
    ) { b in
      b.source.groupBy({ try b("key", $0.number % 2) }, element: { try b("element", $0) }).flatMap { $0 }
    }
    row("window(count:)", roles: [.shared]) { $0.source.window(count: 1) }
    row("window(for:count:on:)", roles: [.shared], traits: .isTimed) {
      $0.source.window(for: .milliseconds(1500), count: 2, on: $0.scheduler)
    }
    row("window(on:)", roles: [.shared, .control], completes: { $0.completed(0) }) { b in
      b.source.window(on: b[1])
    }
  }
}

extension Progress {
  /// The inner source is the one that the source's values are waiting for.
  func isTurn(of inner: Int) -> Bool { inner <= values[0] && (1..<inner).allSatisfy(completed) }
}
