import Signals
import TraceFormat

/// Signals that promise how many values they send, and those that tell the programmer what goes by.
extension OperatorTable {
  @RowBuilder static var traits: [OperatorRow] {
    row("asSingle()", completes: { $0.values[0] > 0 }) { $0.source.take(1).asSingle().signal }
    row("asMaybe()", completes: { $0.all || $0.values[0] > 0 }) { $0.source.take(1).asMaybe().signal }
    row("asCompletable()", traits: .sendsNothing) { $0.source.asCompletable().signal }
    row(
      "Completable.andThen(_:)", named: "then", roles: [.source, .inner],
      ignoresError: { $1 == 1 && !$0.completed(0) }
    ) { $0[0].asCompletable().andThen($0[1]) }
    row(
      "asInfallible(onErrorJustReturn:)", completes: { $0.all || $0.isBroken },
      ignoresError: { _, _ in true },
      traits: .keepsValues
    ) { $0.source.asInfallible(onErrorJustReturn: $0.value(0)).signal }
    row(
      "asInfallible(onErrorRecover:)", roles: [.source, .source],
      completes: { $0.completed(0) || $0.failed.contains(0) && $0.completed(1) },
      ignoresError: { $1 == 0 || !$0.failed.contains(0) }
    ) { b in b[0].asInfallible { _ in b[1].asInfallible(onErrorJustReturn: b.value(0)) }.signal }
    row("debug(_:limit:to:)") { b in b.source.debug(to: { _ in b.note("print") }) }
    row("breakpoint(onNext:onError:onCompleted:)") { b in
      b.source.breakpoint(onNext: { _ in
        b.note("onNext")
        return false
      })
    }
    row("breakpointOnError()", traits: .mustNotFail) { $0.source.breakpointOnError() }
  }
}
