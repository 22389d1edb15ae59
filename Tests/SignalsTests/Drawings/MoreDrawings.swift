import Signals
import SignalsTesting

/// The same for operators that stand in files of their own.
enum MoreDrawings {
  static let played: [String: DocumentedDrawings.Play] = {
    var plays: [String: DocumentedDrawings.Play] = [:]
    plays["forkJoin.swift forkJoin"] = { forkJoin($0["a"], $0["b"]).map { "(\($0), \($1))" } }
    plays["forkJoin.swift forkJoin 2"] = { forkJoin([$0.numbers("a"), $0.numbers("b")]).text }
    plays["nwise.swift nwise(3)"] = { $0.numbers("source").nwise(3).text }
    plays["nwise.swift pairwise"] = { $0["source"].pairwise().map { "(\($0), \($1))" } }
    plays["withLatestFromSeveral.swift withLatestFrom(and)"] = {
      $0["source"].withLatestFrom($0["a"], and: $0["b"]).map { "(\($0), \($1))" }
    }
    plays["withLatestFromSeveral.swift withLatestFrom(and) 2"] = {
      $0.numbers("source").withLatestFrom($0.numbers("a"), and: $0.numbers("b")) { $0 + $1 + $2 }.text
    }
    plays["withLatestFromSeveral.swift withLatestFrom(and) 3"] = {
      $0["source"].withLatestFrom($0["a"], $0["b"], and: $0["c"]).map { "(\($0), \($1), \($2))" }
    }
    plays["withLatestFromSeveral.swift withLatestFrom(and) 4"] = { stage in
      stage.numbers("source")
        .withLatestFrom(stage.numbers("a"), stage.numbers("b"), and: stage.numbers("c")) { $0 + $1 + $2 + $3 }
        .text
    }
    plays["isEmpty.swift isEmpty"] = { $0["source"].isEmpty().letters }
    plays["isEmpty.swift throwIfEmpty"] = { $0["source"].throwIfEmpty() }
    plays["isEmpty.swift findIndex"] = { stage in
      stage.numbers("source").findIndex { $0 % 2 == 1 }.map { index in index.map { "\($0)" } ?? "nil" }
    }
    plays["isEmpty.swift skipLast(2)"] = { $0["source"].skipLast(2) }
    plays["sequenceEqual.swift sequenceEqual"] = {
      $0["source"].sequenceEqual($0["other"], by: { $0 == $1 }).letters
    }
    plays["sequenceEqual.swift sequenceEqual 2"] = { $0["source"].sequenceEqual($0["other"]).letters }
    plays["expand.swift expand"] = { stage in
      stage["source"].expand { value in value == "3" ? .empty() : stage[value] }
    }
    plays["bufferOn.swift buffer(on)"] = { $0.numbers("source").buffer(on: $0["boundary"]).text }
    plays["bufferOpening.swift buffer(opening:)"] = { stage in
      stage.numbers("source").buffer(opening: stage["openings"], closing: { stage[$0] }).text
    }
    plays["bufferEvery.swift buffer(3, every: 2)"] = {
      $0.numbers("source").buffer(count: 3, every: 2).text
    }
    plays["audit.swift audit"] = { $0["source"].audit(for: .ticks(4), on: $0.scheduler) }
    plays["audit.swift audit 2"] = { stage in stage["source"].audit { stage[$0] } }
    plays["debounceUntil.swift debounce"] = { stage in stage["source"].debounce(until: { stage[$0] }) }
    plays["throttleUntil.swift throttle"] = { stage in stage["source"].throttle(until: { stage[$0] }) }
    plays["delayWhen.swift delay(when:)"] = { stage in stage["source"].delay(when: { stage[$0] }) }
    plays["sampleEvery.swift sample(every:)"] = { $0["source"].sample(every: .ticks(3), on: $0.scheduler) }
    plays["onErrorResumeNext.swift onErrorResumeNext"] = { $0["a"].onErrorResumeNext($0["b"]) }
    plays["onErrorResumeNext.swift onErrorResumeNext 2"] = { .onErrorResumeNext([$0["a"], $0["b"]]) }
    plays["delayingErrors.swift merge"] = { $0["a"].mergeDelayingErrors($0["b"]) }
    plays["delayingErrors.swift merge 2"] = { .mergeDelayingErrors([$0["a"], $0["b"]]) }
    plays["delayingErrors.swift concat"] = { $0["a"].concatDelayingErrors($0["b"]) }
    plays["delayingErrors.swift concat 2"] = { .concatDelayingErrors([$0["a"], $0["b"]]) }
    plays["mergeScan.swift mergeScan"] = { stage in
      stage["source"].mergeScan("0") { last, value in stage[value].map { last + $0 } }
    }
    plays["mergeScan.swift concatScan"] = { stage in
      stage["source"].concatScan("0") { last, value in stage[value].map { last + $0 } }
    }
    plays["mergeScan.swift switchScan"] = { stage in
      stage["source"].switchScan("0") { last, value in stage[value].map { last + $0 } }
    }
    plays["concatMapBounded.swift concatMap"] = { stage in
      stage["source"].concatMap(bound: .keepLatest) { stage[$0] }
    }
    return plays
  }()

  static let unplayed: [String: String] = [
    "backoff.swift retry(policy:on:)": "its source is subscribed to three times",
    "repeatWhen.swift repeat(when:)": "its source is drawn once for each subscription",
    "groupByDuration.swift c": "it has an output for each group",
    "windowOpening.swift b": "it has an output for each window",
    "windowEvery.swift c": "it has an output for each window",
    "deliverBounded.swift deliver": "its scheduler takes two ticks",
  ]
}
