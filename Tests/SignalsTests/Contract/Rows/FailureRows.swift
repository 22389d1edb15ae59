import Signals
import TraceFormat

/// Operators that make something of an error, or of the end.
extension OperatorTable {
  private static let deaf: OperatorRow.Deafness = { _, _ in true }

  @RowBuilder static var failures: [OperatorRow] {
    row(
      "catch(_:)", roles: [.source, .inner], closures: ["handler"],
      completes: { $0.completed(0) || $0.failed.contains(0) && $0.completed(1) },
      ignoresError: { $1 == 0 || !$0.failed.contains(0) }
    ) { b in b[0].catch { _ in try b("handler", b[1]) } }
    row(
      "catchTo(_:)", roles: [.source, .inner],
      completes: { $0.completed(0) || $0.failed.contains(0) && $0.completed(1) },
      ignoresError: { $1 == 0 || !$0.failed.contains(0) }
    ) { $0[0].catchTo($0[1]) }
    row("catchAndReturn(_:)", completes: { $0.all || $0.isBroken }, ignoresError: deaf, traits: .keepsValues)
    {
      $0.source.catchAndReturn($0.value(0))
    }
    row("ignoreFailure()", completes: { $0.all || $0.isBroken }, ignoresError: deaf) {
      $0.source.ignoreFailure()
    }
    row("mapError(_:)", closures: ["transform"]) { b in b.source.mapError { try b("transform", $0) } }
    row("assertNoFailure(_:)", traits: .mustNotFail) { $0.source.assertNoFailure() }
    row("retry()", ignoresError: deaf, traits: .resubscribes) { $0.source.retry() }
    row("retry(_:)", ignoresError: deaf, traits: .resubscribes) { $0.source.retry(1) }
    row("retry(maxAttempts:)", ignoresError: deaf, traits: .resubscribes) { $0.source.retry(maxAttempts: 2) }
    row(
      "retry(when:)", named: "retry(when:)", closures: ["notifier"], ignoresError: deaf, traits: .resubscribes
    ) { b in b.source.retry { errors in try b("notifier", errors) } }
    row(
      "retry(upTo:interval:on:)", named: "retry(upTo:)", ignoresError: deaf, traits: .resubscribes, .isTimed
    ) { $0.source.retry(upTo: 2, interval: .seconds(1), on: $0.scheduler) }
    row("repeat()", completes: { _ in false }, traits: .resubscribes) { $0.source.repeat() }
    row("repeat(_:)", completes: { _ in false }, traits: .resubscribes) { $0.source.repeat(2) }
  }

  @RowBuilder static var watching: [OperatorRow] {
    row(
      "do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)",
      closures: ["onNext", "afterNext"]
    ) { b in
      b.source.do(
        onNext: { _ in try b("onNext", ()) }, afterNext: { _ in try b("afterNext", ()) },
        onError: { _ in b.note("onError") }, afterError: { _ in b.note("afterError") },
        onCompleted: { b.note("onCompleted") }, afterCompleted: { b.note("afterCompleted") },
        onSubscribe: { b.note("onSubscribe") }, onSubscribed: { b.note("onSubscribed") },
        onDispose: { b.note("onDispose") })
    }
    row("do(onNext:)", closures: ["onNext"]) { b in b.source.do { _ in try b("onNext", ()) } }
    row("onSubscribe(_:)", named: "do") { b in b.source.onSubscribe { b.note("action") } }
    row("finally(_:)") { b in b.source.finally { b.note("action") } }
    row("onDispose(_:)", named: "do") { b in b.source.onDispose { b.note("action") } }
  }
}
