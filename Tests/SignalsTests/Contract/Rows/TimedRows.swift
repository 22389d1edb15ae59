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
    row("deliver(on:)", named: "deliver(on:)", traits: .isTimed) { $0.source.deliver(on: $0.scheduler) }
    row("deliverOnMain()", traits: .isTimed, .runsOnMain) { $0.source.deliverOnMain() }
    row("subscribe(on:)", named: "subscribe(on:)", traits: .isTimed) { $0.source.subscribe(on: $0.scheduler) }
  }
}
