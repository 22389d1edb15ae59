import Signals
import TraceFormat

/// Operators that act as time passes, or elsewhere.
extension OperatorTable {
  @RowBuilder static var timed: [OperatorRow] {
    row("debounce(for:on:where:)", closures: ["predicate"], traits: .isTimed) { b in
      b.source.debounce(for: .milliseconds(500), on: b.scheduler) { try b("predicate", $0.number > 1) }
    }
    row("debounce(for:on:where:)", traits: .isTimed) {
      $0.source.debounce(for: .seconds(3), on: $0.scheduler)
    }
    row("throttle(for:latest:on:)", traits: .isTimed) {
      $0.source.throttle(for: .seconds(3), on: $0.scheduler)
    }
    row("throttle(for:latest:on:)", traits: .isTimed) {
      $0.source.throttle(for: .seconds(3), latest: false, on: $0.scheduler)
    }
    row("delay(for:on:)", traits: .isTimed) { $0.source.delay(for: .milliseconds(1500), on: $0.scheduler) }
    row("timeout(_:on:error:)", traits: .isTimed) {
      $0.source.timeout(.seconds(100_000), on: $0.scheduler)
    }
    row("timeout(_:on:error:)", traits: .isTimed, .racesTime) {
      $0.source.timeout(.milliseconds(1500), on: $0.scheduler)
    }
    row("timeout(eachValue:on:error:)", named: "timeout(eachValue:)", traits: .isTimed) {
      $0.source.timeout(eachValue: .seconds(100_000), on: $0.scheduler)
    }
    row("timeout(eachValue:other:on:)", named: "catch", traits: .isTimed) {
      $0.source.timeout(eachValue: .seconds(100_000), other: .never(), on: $0.scheduler)
    }
    row("take(for:on:)", named: "take(for:)", traits: .isTimed) {
      $0.source.take(for: .seconds(100_000), on: $0.scheduler)
    }
    row("take(for:on:)", named: "take(for:)", traits: .isTimed, .racesTime) {
      $0.source.take(for: .milliseconds(1500), on: $0.scheduler)
    }
    row("skip(for:on:)", named: "skip(for:)", traits: .isTimed) {
      $0.source.skip(for: .milliseconds(1500), on: $0.scheduler)
    }
    row("delaySubscription(for:on:)", traits: .isTimed) {
      $0.source.delaySubscription(for: .milliseconds(1500), on: $0.scheduler)
    }
    row("buffer(for:count:on:)", traits: .isTimed) {
      $0.source.buffer(for: .milliseconds(1500), count: 2, on: $0.scheduler)
    }
    row("timestamp(on:)") { $0.source.timestamp(on: $0.scheduler) }
    row("measureInterval(on:)", traits: .isTimed) { $0.source.measureInterval(on: $0.scheduler) }
    row("lazyMap(on:_:)", closures: ["transform"], traits: .isTimed) { b in
      b.source.lazyMap(on: b.scheduler) { try b("transform", $0) }
    }
    row("deliver(on:)", named: "deliver(on:)", traits: .isTimed) { $0.source.deliver(on: $0.scheduler) }
    row("deliver(on:) 3", named: "deliver(on:)", traits: .isTimed) {
      $0.source.deliver(on: Jobs($0.scheduler))
    }
    row("deliverOnMain()", traits: .isTimed, .runsOnMain) { $0.source.deliverOnMain() }
    row("subscribe(on:)", named: "subscribe(on:)", traits: .isTimed) { $0.source.subscribe(on: $0.scheduler) }
  }
}
