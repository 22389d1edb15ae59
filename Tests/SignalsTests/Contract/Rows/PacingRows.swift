import Signals
import TraceFormat

/// Operators that a signal, or the time, paces: when a value goes on, when values are gathered, when it all begins again.
extension OperatorTable {
  private static let controlled: [Role.Kind] = [.source, .control]
  private static let toggled: [Role.Kind] = [.source, .control, .control]
  private static let first: OperatorRow.Completion = { $0.completed(0) }
  /// Source 1 is subscribed to for a value, and has sent one before it fails.
  private static let deafToPacer: OperatorRow.Deafness = { $1 == 1 }

  @RowBuilder static var pacings: [OperatorRow] {
    row("audit(for:on:)", named: "audit(for:on:)", traits: .isTimed) {
      $0.source.audit(for: .milliseconds(1500), on: $0.scheduler)
    }
    row(
      "audit(until:)", named: "audit(until:)", roles: controlled, closures: ["duration"], completes: first,
      ignoresError: deafToPacer, reasons: [.trigger]
    ) { b in b[0].audit { _ in try b("duration", b[1]) } }
    row(
      "debounce(until:)", named: "debounce(until:)", roles: controlled, closures: ["quiet"],
      completes: first, ignoresError: deafToPacer, reasons: [.trigger, .replaced]
    ) { b in b[0].debounce(until: { _ in try b("quiet", b[1]) }) }
    row(
      "throttle(latest:until:)", named: "throttle(until:)", roles: controlled, closures: ["pause"],
      completes: first, ignoresError: deafToPacer, reasons: [.trigger]
    ) { b in b[0].throttle(until: { _ in try b("pause", b[1]) }) }
    row(
      "throttle(latest:until:)", named: "throttle(until:)", roles: controlled, closures: ["pause"],
      completes: first, ignoresError: deafToPacer, reasons: [.trigger]
    ) { b in b[0].throttle(latest: false, until: { _ in try b("pause", b[1]) }) }
    row(
      "delay(when:)", named: "delay(when:)", roles: [.source, .source], closures: ["trigger"],
      completes: first, ignoresError: deafToPacer
    ) { b in b[0].delay(when: { _ in try b("trigger", b[1]) }) }
    row("sample(every:on:)", named: "sample(every:on:)", traits: .isTimed) {
      $0.source.sample(every: .milliseconds(700), on: $0.scheduler)
    }
    row("buffer(on:)", named: "buffer(on:)", roles: controlled, completes: first) { $0[0].buffer(on: $0[1]) }
    row(
      "buffer(opening:closing:)", named: "buffer(opening:closing:)", roles: toggled, closures: ["closing"],
      completes: first, ignoresError: { $1 == 2 }, reasons: [.trigger]
    ) { b in b[0].buffer(opening: b[1], closing: { _ in try b("closing", b[2]) }) }
    row("buffer(count:every:)", named: "buffer(count:every:)") { $0.source.buffer(count: 2, every: 1) }
    row(
      "window(opening:closing:)", named: "window(opening:closing:)", roles: [.shared, .control, .control],
      closures: ["closing"], completes: first, ignoresError: { $1 == 2 }, reasons: [.trigger]
    ) { b in b[0].window(opening: b[1], closing: { _ in try b("closing", b[2]) }) }
    row("window(count:every:)", named: "window(count:every:)", roles: [.shared]) {
      $0.source.window(count: 2, every: 1)
    }
    row(
      "groupBy(_:duration:)", named: "groupBy(duration:)", roles: [.shared, .control],
      closures: ["key", "duration"], completes: first, ignoresError: deafToPacer, reasons: [.trigger]
    ) { b in
      b[0].groupBy({ try b("key", $0.number) }, duration: { _ in try b("duration", b[1]) })
    }
  }

  @RowBuilder static var repetitions: [OperatorRow] {
    row(
      "retry(_:on:random:)", named: "retry(_:on:)", ignoresError: { _, _ in true },
      traits: .resubscribes, .isTimed
    ) { b in
      let policy = RetryPolicy(attempts: 2, firstPause: .milliseconds(700), jitter: 0.5)
      return b.source.retry(
        policy, on: b.scheduler,
        random: {
          b.note("random")
          return 0.5
        })
    }
    row(
      "repeat(when:)", named: "repeat(when:)", closures: ["notifier"], completes: { _ in false },
      traits: .resubscribes
    ) { b in b.source.repeat(when: { completions in try b("notifier", completions) }) }
    row(
      "share(replay:scope:grace:on:)", named: "share(grace:)", roles: [.shared],
      traits: .isTimed, .outlivesSubscribers
    ) { $0.source.share(grace: .milliseconds(1500), on: $0.scheduler) }
    row(
      "share(replay:scope:grace:on:)", named: "share(grace:)", roles: [.shared],
      traits: .isTimed, .outlivesSubscribers, .keepsValues
    ) { $0.source.share(replay: 1, scope: .forever, grace: .milliseconds(1500), on: $0.scheduler) }
    row("deliver(on:bound:)", named: "deliver(on:bound:)", traits: .isTimed) {
      $0.source.deliver(on: $0.scheduler, bound: .dropOldest(beyond: 100))
    }
    row("deliver(on:bound:)", named: "deliver(on:bound:)", traits: .isTimed) {
      $0.source.deliver(on: $0.scheduler, bound: .fail(beyond: 100))
    }
  }

  @RowBuilder static var selections: [OperatorRow] {
    row("isEmpty()", completes: { $0.all || $0.values[0] > 0 }) { $0.source.isEmpty() }
    row("throwIfEmpty(_:)", completes: { $0.all && $0.values[0] > 0 }) { $0.source.throwIfEmpty() }
    row("findIndex(where:)", closures: ["isWanted"], completes: { $0.all || $0.values[0] > 1 }) { b in
      b.source.findIndex { try b("isWanted", $0.number == 2) }
    }
    row("skipLast(_:)") { $0.source.skipLast(1) }
    row("nwise(_:)") { $0.source.nwise(2) }
    row("pairwise()") { $0.source.pairwise() }
  }
}
