import Signals
import TraceFormat

/// Operators that look at one value after the other.
extension OperatorTable {
  @RowBuilder static var values: [OperatorRow] {
    row("map(_:)", closures: ["transform"]) { b in b.source.map { try b("transform", $0) } }
    row("mapKeyPath(_:)") { $0.source.mapKeyPath(\.number) }
    row("mapReplace(_:)") { $0.source.mapReplace(1) }
    row("attempt(_:)", closures: ["check"]) { b in b.source.attempt { _ in try b("check", ()) } }
    row("compactMap(_:)", closures: ["transform"]) { b in
      b.source.compactMap { try b("transform", $0.number == 1 ? $0 : nil) }
    }
    row("skipNil()") { $0.source.map { $0.number == 1 ? $0 : nil }.skipNil() }
    row("filter(_:)", closures: ["isIncluded"]) { b in b.source.filter { try b("isIncluded", $0.number == 1) }
    }
    row("partition(_:)", named: "filter", closures: ["isIncluded"]) { b in
      b.source.partition { try b("isIncluded", $0.number == 1) }.matching
    }
    row("ignoreValue(_:)", traits: .keepsValues) { $0.source.ignoreValue($0.value(1)) }
    row("ignoreElements()", traits: .sendsNothing) { $0.source.ignoreElements() }
    row("ignoreElements(as:)", traits: .sendsNothing) { $0.source.ignoreElements(as: String.self) }
    row("distinctUntilChanged()") { $0.source.distinctUntilChanged() }
    row("distinctUntilChanged(_:)", closures: ["key"]) { b in
      b.source.distinctUntilChanged { try b("key", $0) }
    }
    row("distinctUntilChanged(by:)", closures: ["areEqual"]) { b in
      b.source.distinctUntilChanged(by: { try b("areEqual", $0 == $1) })
    }
    row("unique()") { $0.source.unique() }
    row("unique(_:)", closures: ["key"]) { b in b.source.unique { try b("key", $0) } }
    row("scan(_:_:)", closures: ["next"]) { b in b.source.scan(0) { try b("next", $0 + $1.number) } }
    row("scan(into:_:)", closures: ["update"]) { b in
      b.source.scan(into: []) { (values: inout [LivingValue], value) in values.append(try b("update", value))
      }
    }
    row("scanIndexed(_:_:)", closures: ["next"]) { b in
      b.source.scanIndexed(0) { try b("next", $0 + $1.number + $2) }
    }
    row("scanMap(_:_:)", closures: ["next"]) { b in
      b.source.scanMap([]) { (values: inout [LivingValue], value) in
        values.append(try b("next", value))
        return values.count
      }
    }
    row("combinePrevious(_:_:)", closures: ["combine"], traits: .keepsValues) { b in
      b.source.combinePrevious(b.value(0)) { try b("combine", ($0, $1)) }
    }
    row("combinePrevious()") { $0.source.combinePrevious() }
    row("enumerated()") { $0.source.enumerated() }
    row("reduceApply()", closures: ["function"]) { b in
      let function: @Sendable (LivingValue) throws -> LivingValue = { try b("function", $0) }
      return b.source.map { (function, $0) }.reduceApply()
    }
    row("not()") { $0.source.map { $0.number > 1 }.not() }
    row("named(_:)", named: "map") { $0.source.map { $0 }.named("label") }
  }

  /// Operators that count, end early, or send when the source has completed.
  @RowBuilder static var ends: [OperatorRow] {
    row("take(_:)", completes: { $0.all || $0.values[0] >= 1 }) { $0.source.take(1) }
    row("take(_:)", completes: { _ in true }, traits: .sendsNothing) { $0.source.take(0) }
    row(
      "take(inclusive:while:)", named: "take(while:)", closures: ["isWanted"],
      completes: { $0.all || $0.values[0] >= 2 }
    ) { b in b.source.take(inclusive: true, while: { try b("isWanted", $0.number < 2) }) }
    row(
      "take(inclusive:until:)", named: "take(until:)", closures: ["isUnwanted"],
      completes: { $0.all || $0.values[0] >= 2 }
    ) { b in b.source.take(until: { try b("isUnwanted", $0.number == 2) }) }
    row("takeLast(_:)") { $0.source.takeLast(2) }
    row("skip(_:)") { $0.source.skip(1) }
    row("skip(while:)", named: "skip(while:)", closures: ["isUnwanted"]) { b in
      b.source.skip(while: { try b("isUnwanted", $0.number < 2) })
    }
    row("skip(until:)", named: "skip(until:)", closures: ["isWanted"]) { b in
      b.source.skip(until: { try b("isWanted", $0.number == 2) })
    }
    row(
      "first(where:)", named: "first(where:)", closures: ["isWanted"],
      completes: { $0.all || $0.values[0] >= 2 }
    ) { b in b.source.first(where: { try b("isWanted", $0.number == 2) }) }
    row("firstValue()", completes: { $0.all || $0.values[0] >= 1 }) { $0.source.firstValue() }
    row("last(where:)", named: "last(where:)", closures: ["isWanted"]) { b in
      b.source.last(where: { try b("isWanted", $0.number == 1) })
    }
    row(
      "element(at:)", named: "element(at:)", completes: { $0.values[0] >= 2 }
    ) { $0.source.element(at: 1) }
    row("single(where:)", closures: ["isWanted"], completes: { $0.all && $0.values[0] == 2 }) { b in
      b.source.single { try b("isWanted", $0.number == 1) }
    }
    row("any(_:)", closures: ["isWanted"], completes: { $0.all || $0.values[0] >= 2 }) { b in
      b.source.any { try b("isWanted", $0.number == 2) }
    }
    row("all(_:)", closures: ["isWanted"], completes: { $0.all || $0.values[0] >= 2 }) { b in
      b.source.all { try b("isWanted", $0.number < 2) }
    }
    row("contains(_:)", completes: { $0.all || $0.values[0] >= 2 }, traits: .keepsValues) {
      $0.source.contains($0.value(2))
    }
    row("count()") { $0.source.count() }
    row("min()") { $0.source.min() }
    row("min(by:)", closures: ["isLess"]) { b in b.source.min { try b("isLess", $0 < $1) } }
    row("max()") { $0.source.max() }
    row("max(by:)", closures: ["isLess"]) { b in b.source.max { try b("isLess", $0 < $1) } }
    row("reduce(_:_:)", closures: ["next"]) { b in b.source.reduce(0) { try b("next", $0 + $1.number) } }
    row("reduce(into:_:)", closures: ["update"]) { b in
      b.source.reduce(into: []) { (values: inout [LivingValue], value) in
        values.append(try b("update", value))
      }
    }
    row("collect()") { $0.source.collect() }
    row("collect(count:)") { $0.source.collect(count: 2) }
    row("collect(where:)", closures: ["isComplete"]) { b in
      b.source.collect(where: { try b("isComplete", $0.count == 2) })
    }
    row("defaultIfEmpty(_:)", traits: .keepsValues) { $0.source.defaultIfEmpty($0.value(0)) }
    row("startWith(_:)", traits: .keepsValues) { $0.source.startWith($0.value(0)) }
    row("endWith(_:)", traits: .keepsValues) { $0.source.endWith($0.value(0)) }
    row("materialize()", completes: { $0.all || $0.isBroken }, ignoresError: { _, _ in true }) {
      $0.source.materialize()
    }
    row("dematerialize()") { $0.source.materialize().dematerialize() }
    row("materializeResults()", completes: { $0.all || $0.isBroken }, ignoresError: { _, _ in true }) {
      $0.source.materializeResults()
    }
    row("dematerializeResults()") { $0.source.materializeResults().dematerializeResults() }
  }
}
