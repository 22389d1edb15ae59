import Signals
import TraceFormat

extension OperatorTable {
  @RowBuilder static var creation: [OperatorRow] {
    row("static just(_:)", roles: [], traits: .keepsValues) { .just($0.value(1)) }
    row("static empty()", roles: [], traits: .sendsNothing) { _ in Signal<Int>.empty() }
    row("static never()", roles: [], completes: { _ in false }, traits: .sendsNothing) { _ in
      Signal<Int>.never()
    }
    row("static fail(_:)", roles: [], completes: { _ in false }, traits: .sendsNothing) { _ in
      Signal<Int>.fail(Broken())
    }
    row("static of(_:)", roles: [], traits: .keepsValues) { .of($0.value(1), $0.value(2), $0.value(3)) }
    row("static from(_:)", roles: [], traits: .keepsValues) {
      .from([$0.value(1), $0.value(2), $0.value(3)])
    }
    row("static from(_:) 2", roles: [], closures: ["make"]) { b in
      .from { try b("make", [b.value(1), b.value(2), b.value(3)].lazy.map { $0 }) }
    }
    row("static fromResult(_:)", roles: [], traits: .keepsValues) {
      .fromResult(Result<LivingValue, Broken>.success($0.value(1)))
    }
    row("static fromOptional(_:)", roles: [], traits: .keepsValues) { .fromOptional($0.value(1)) }
    row("static repeatElement(_:count:)", roles: [], traits: .keepsValues) {
      .repeatElement($0.value(1), count: 3)
    }
    row("static generate(_:while:next:)", roles: [], closures: ["while", "next"]) { b in
      .generate(1, while: { try b("while", $0 < 4) }, next: { try b("next", $0 + 1) })
    }
    row("static range(start:count:)", roles: []) { _ in Signal<Int>.range(start: 1, count: 3) }
    row("static attempt(_:)", roles: [], closures: ["work"]) { b in .attempt { try b("work", b.value(1)) } }
    row("static justDeferred(_:)", roles: []) { b in
      .justDeferred {
        b.note("make")
        return b.value(1)
      }
    }
    row("static create(_:)", roles: [], closures: ["start"]) { b in
      Signal<LivingValue>.create { subscriber in
        for number in 1...2 where subscriber.isOpen { subscriber.next(b.value(number)) }
        let disposable = try b("start", Disposable { b.note("dispose") })
        if subscriber.isOpen { subscriber.completed() }
        return disposable
      }
    }
    row("static deferred(_:)", closures: ["make"]) { b in .deferred { try b("make", b.source) } }
    row("static using(_:signal:)", closures: ["resource", "signal"]) { b in
      .using(
        { try b("resource", Disposable { b.note("dispose") }) }, signal: { _ in try b("signal", b.source) })
    }
    row("static interval(_:leeway:on:)", roles: [], completes: { _ in false }, traits: .isTimed) {
      .interval(.seconds(1), on: $0.scheduler)
    }
    row("static timer(after:every:leeway:on:)", roles: [], traits: .isTimed) {
      .timer(after: .seconds(1), on: $0.scheduler)
    }
    row(
      "static timer(after:every:leeway:on:)", roles: [], completes: { _ in false }, traits: .isTimed
    ) { .timer(after: .seconds(1), every: .seconds(1), on: $0.scheduler) }
    row("static fromSequence(_:on:)", roles: [], traits: .isTimed, .keepsValues) {
      .fromSequence([$0.value(1), $0.value(2)], on: $0.scheduler)
    }
    row("static fromSequence(on:_:)", roles: [], closures: ["make"], traits: .isTimed) { b in
      .fromSequence(on: b.scheduler) { try b("make", [b.value(1), b.value(2)].lazy.map { $0 }) }
    }
    row(
      "static generate(_:on:while:next:)", roles: [], closures: ["while", "next"], traits: .isTimed,
      .keepsValues
    ) { b in
      .generate(1, on: b.scheduler, while: { try b("while", $0 < 4) }, next: { try b("next", $0 + 1) })
    }
    row("static range(start:count:on:)", roles: [], traits: .isTimed) {
      Signal<Int>.range(start: 1, count: 3, on: $0.scheduler)
    }
    row("static future(_:)", roles: [], traits: .keepsValues) { b in .future { $0(.success(b.value(1))) } }
    row(
      "static startLazily(on:_:)", roles: [], closures: ["start"],
      traits: .isTimed, .keepsValues, .outlivesSubscribers
    ) { b in
      Signal<LivingValue>.startLazily(on: b.scheduler) { subscriber in
        subscriber.next(try b("start", b.value(1)))
        subscriber.completed()
      }
    }
    row(
      "static startEagerly(on:_:)", roles: [], closures: ["start"],
      traits: .isTimed, .keepsValues, .outlivesSubscribers
    ) { b in
      Signal<LivingValue>.startEagerly(on: b.scheduler) { subscriber in
        subscriber.next(try b("start", b.value(1)))
        subscriber.completed()
      }
    }
  }
}
