import Signals
import TraceFormat

/// More operators with several sources, and with what their values become.
extension OperatorTable {
  private static let two: [Role.Kind] = [.source, .source]
  private static let three: [Role.Kind] = [.source, .source, .source]
  private static let deaf: OperatorRow.Deafness = { _, _ in true }
  /// Both have completed, or one has that sent nothing.
  private static let joined: OperatorRow.Completion = { progress in
    progress.all || (0..<2).contains { progress.completed($0) && progress.values[$0] == 0 }
  }
  /// Both have ended, one way or the other.
  private static let over: OperatorRow.Completion = { progress in
    (0..<2).allSatisfy { progress.completed($0) || progress.failed.contains($0) }
  }

  @RowBuilder static var gatherings: [OperatorRow] {
    row("forkJoin(_:)", roles: two, completes: joined) { forkJoin($0[0], $0[1]) }
    row("forkJoin(_:) 2", roles: two, completes: joined) { forkJoin([$0[0], $0[1]]) }
    row("withLatestFrom(_:and:)", roles: three, completes: { $0.completed(0) }) {
      $0[0].withLatestFrom($0[1], and: $0[2])
    }
    row(
      "withLatestFrom(_:and:_:)", roles: three, closures: ["combine"], completes: { $0.completed(0) }
    ) { b in b[0].withLatestFrom(b[1], and: b[2]) { try b("combine", [$0, $1, $2]) } }
    row("withLatestFrom(_:_:and:)", roles: three + [.source], completes: { $0.completed(0) }) {
      $0[0].withLatestFrom($0[1], $0[2], and: $0[3])
    }
    row(
      "withLatestFrom(_:_:and:_:)", roles: three + [.source], closures: ["combine"],
      completes: { $0.completed(0) }
    ) { b in b[0].withLatestFrom(b[1], b[2], and: b[3]) { try b("combine", [$0, $1, $2, $3]) } }
    row("sequenceEqual(_:by:)", roles: two, closures: ["areEqual"]) { b in
      b[0].sequenceEqual(b[1]) { try b("areEqual", $0 == $1) }
    }
    row("sequenceEqual(_:)", roles: two) { $0[0].sequenceEqual($0[1]) }
    row("onErrorResumeNext(_:_:)", roles: two, completes: over, ignoresError: deaf) {
      $0[0].onErrorResumeNext($0[1])
    }
    row("static onErrorResumeNext(_:)", roles: two, completes: over, ignoresError: deaf) {
      .onErrorResumeNext([$0[0], $0[1]])
    }
    row("mergeDelayingErrors(_:_:)", roles: two, ignoresError: deaf) { $0[0].mergeDelayingErrors($0[1]) }
    row("static mergeDelayingErrors(_:)", roles: two, ignoresError: deaf) {
      .mergeDelayingErrors([$0[0], $0[1]])
    }
    row("concatDelayingErrors(_:_:)", roles: two, ignoresError: deaf) { $0[0].concatDelayingErrors($0[1]) }
    row("static concatDelayingErrors(_:)", roles: two, ignoresError: deaf) {
      .concatDelayingErrors([$0[0], $0[1]])
    }
  }

  private static let inners: [Role.Kind] = [.source, .inner, .inner]

  /// Source 1 for the first value, source 2 for the second.
  @RowBuilder static var expansions: [OperatorRow] {
    row(
      "expand(maxConcurrent:_:)", roles: three, closures: ["transform"], completes: { $0.inners },
      ignoresError: { $1 > $0.values[0] }
    ) { b in
      b.source.expand { value in
        let inner = value.number > 2 ? .empty() : b[value.number].map { b.value($0.number + 2) }
        return try b("transform", inner)
      }
    }
    row(
      "mergeScan(_:maxConcurrent:_:)", roles: inners, closures: ["next"], completes: { $0.inners },
      ignoresError: { $1 > $0.values[0] }, traits: .keepsValues
    ) { b in b.source.mergeScan(b.value(0)) { try b("next", b[$1.number]) } }
    row(
      "concatScan(_:_:)", roles: inners, closures: ["next"], completes: { $0.inners },
      ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }, traits: .keepsValues
    ) { b in b.source.concatScan(b.value(0)) { try b("next", b[$1.number]) } }
    row(
      "switchScan(_:_:)", roles: inners, closures: ["next"], completes: { $0.newest },
      ignoresError: { $1 > 0 && $1 != $0.values[0] }, reasons: [.replaced], traits: .keepsValues
    ) { b in b.source.switchScan(b.value(0)) { try b("next", b[$1.number]) } }
    row(
      "concatMap(bound:_:)", named: "concatMap(bound:)", roles: inners, closures: ["transform"],
      completes: { $0.inners }, ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }
    ) { b in b.source.concatMap(bound: .dropOldest(beyond: 100)) { try b("transform", b[$0.number]) } }
    row(
      "concatMap(bound:_:)", named: "concatMap(bound:)", roles: inners, closures: ["transform"],
      completes: { $0.inners }, ignoresError: { $1 > 0 && !$0.isTurn(of: $1) }
    ) { b in b.source.concatMap(bound: .fail(beyond: 100)) { try b("transform", b[$0.number]) } }
  }
}
