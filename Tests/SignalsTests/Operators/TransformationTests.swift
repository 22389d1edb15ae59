import Signals
import Testing

@Suite struct TransformationTests {
  @Test func `values are mapped, replaced, or left out`() {
    #expect(Signal.of("a", "bc").map(\.count).transcript == ["1", "2", "|", "!"])
    #expect(Signal.of(1, 2).mapReplace("x").transcript == ["x", "x", "|", "!"])
    #expect(Signal.of("1", "x", "3").compactMap { Int($0) }.transcript == ["1", "3", "|", "!"])
    #expect(Signal<Int?>.of(1, nil, 3).skipNil().transcript == ["1", "3", "|", "!"])
    #expect(Signal.of(1).map { _ -> Int in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1, 2).attempt { if $0 == 2 { throw Broken() } }.transcript == ["1", "#broken", "!"])
  }

  @Test func `results accumulate`() {
    let source = Signal.of(1, 2, 4)
    #expect(source.scan(into: []) { $0.append($1) }.transcript == ["[1]", "[1, 2]", "[1, 2, 4]", "|", "!"])
    #expect(source.scanIndexed(0) { $0 + $1 * $2 }.transcript == ["0", "2", "10", "|", "!"])
    let running = source.scanMap(0) { total, value in
      total += value
      return "\(value)/\(total)"
    }
    #expect(running.transcript == ["1/1", "2/3", "4/7", "|", "!"])
    #expect(source.combinePrevious(0) { $1 - $0 }.transcript == ["1", "1", "2", "|", "!"])
    #expect(source.combinePrevious().transcript == ["(1, 2)", "(2, 4)", "|", "!"])
    #expect(
      source.enumerated().map { "\($0.index):\($0.element)" }.transcript == ["0:1", "1:2", "2:4", "|", "!"])
  }

  @Test func `each result is made of the one before`() {
    #expect(Signal.of(1, 2, 4).scan(10) { $0 + $1 }.transcript == ["11", "13", "17", "|", "!"])
    #expect(
      Signal.of(1, 2).scan(0) { if $1 == 2 { throw Broken() } else { $0 + $1 } }.transcript == [
        "1", "#broken", "!",
      ])
  }

  @Test func `each subscription accumulates for itself`() {
    let signal = Signal.of(1, 2).reduce(into: 0) { $0 += $1 }
    #expect(signal.transcript == ["3", "|", "!"])
    #expect(signal.transcript == ["3", "|", "!"])
  }

  @Test func `a signal is reduced to one value as it completes`() {
    #expect(Signal.of(1, 2, 3).reduce(0, +).transcript == ["6", "|", "!"])
    #expect(Signal<Int>.empty().reduce(7, +).transcript == ["7", "|", "!"])
    #expect(Signal.of(1).concat(.fail(Broken())).reduce(0, +).transcript == ["#broken", "!"])
    #expect(Signal.of(1).reduce(0) { _, _ in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1, 2).collect().transcript == ["[1, 2]", "|", "!"])
    #expect(Signal<Int>.empty().collect().transcript == ["[]", "|", "!"])
  }

  @Test func `values are collected by number or by condition`() {
    #expect(Signal.of(1, 2, 3).collect(count: 2).transcript == ["[1, 2]", "[3]", "|", "!"])
    #expect(Signal.of(1, 2).collect(count: 2).transcript == ["[1, 2]", "|", "!"])
    #expect(Signal.of(1, 2).collect(count: 0).transcript == ["[1]", "[2]", "|", "!"])
    let upToSum = Signal.of(1, 2, 3, 4).collect(where: { $0.reduce(0, +) >= 3 })
    #expect(upToSum.transcript == ["[1, 2]", "[3]", "[4]", "|", "!"])
  }

  @Test func `events become values and values events`() {
    let failing = Signal.of(1).concat(.fail(Broken()))
    #expect(
      failing.materialize().map { $0.value == nil ? "end" : "value" }.transcript == [
        "value", "end", "|", "!",
      ])
    #expect(failing.materialize().map { $0.isFinished }.transcript == ["false", "true", "|", "!"])
    #expect(failing.materialize().dematerialize().transcript == ["1", "#broken", "!"])
    #expect(Signal.of(1).materialize().dematerialize().transcript == ["1", "|", "!"])
    #expect(Signal.of(Event.next(1), .completed, .next(2)).dematerialize().transcript == ["1", "|", "!"])
    #expect(failing.materializeResults().count().transcript == ["2", "|", "!"])
    #expect(failing.materializeResults().dematerializeResults().transcript == ["1", "#broken", "!"])
    #expect(Signal.of(1).materialize().take(1).count().transcript == ["1", "|", "!"])
  }

  @Test func `booleans combine`() {
    let yes = Signal.just(true)
    let no = Signal.just(false)
    #expect(yes.not().transcript == ["false", "|", "!"])
    #expect(yes.and(no).transcript == ["false", "|", "!"])
    #expect(yes.or(no).transcript == ["true", "|", "!"])
    #expect(Signal.all([yes, yes, no]).transcript == ["false", "|", "!"])
    #expect(Signal.any([no, no]).transcript == ["false", "|", "!"])
  }

  @Test func `functions are applied to what comes together`() {
    #expect(
      combineLatest(.just(2), .just(3), reduce: { (left: Int, right: Int) in left * right }).transcript
        == ["6", "|", "!"])
    #expect(
      zip(.of(1, 2), .of("a", "b"), reduce: { (number: Int, letter: String) in "\(number)\(letter)" })
        .transcript == ["1a", "2b", "|", "!"])
    let double: @Sendable (Int) throws -> Int = { $0 * 2 }
    #expect(Signal.just((double, 4)).reduceApply().transcript == ["8", "|", "!"])
  }
}
