import Signals
import SignalsTesting

/// What the drawings of the operators' comments show, as a program.
enum DocumentedDrawings {
  typealias Play = @Sendable (DrawnSources) -> Signal<String>

  /// By the drawing's key.
  static let played: [String: Play] = {
    var plays: [String: Play] = [:]
    plays["amb.swift amb"] = { $0["a"].amb($0["b"]) }
    plays["amb.swift amb 2"] = { .amb([$0["a"], $0["b"]]) }
    plays["booleans.swift not"] = { $0.bools("source").not().letters }
    plays["booleans.swift and"] = { $0.bools("source").and($0.bools("other")).letters }
    plays["booleans.swift or"] = { $0.bools("source").or($0.bools("other")).letters }
    plays["booleans.swift all"] = { Signal<Bool>.all([$0.bools("a"), $0.bools("b")]).letters }
    plays["booleans.swift any"] = { Signal<Bool>.any([$0.bools("a"), $0.bools("b")]).letters }
    plays["buffer.swift buffer(4, count: 3)"] = { stage in
      stage["source"].buffer(for: .ticks(4), count: 3, on: stage.scheduler).map { $0.joined() }
    }
    plays["catch.swift catch"] = { stage in stage["source"].catch { _ in stage["handled"] } }
    plays["catch.swift catchTo"] = { $0["source"].catchTo($0["other"]) }
    plays["catch.swift catchAndReturn(0)"] = { $0["source"].catchAndReturn("0") }
    plays["catch.swift ignoreFailure"] = { $0["source"].ignoreFailure() }
    plays["catch.swift mapError"] = { $0["source"].mapError { _ in Broken() } }
    plays["catch.swift assertNoFailure"] = { $0["source"].assertNoFailure() }
    plays["combineLatest.swift combineLatest 2"] = {
      combineLatest([$0.numbers("a"), $0.numbers("b")]).text
    }
    plays["combineLatest.swift combineLatest(with)"] = {
      $0["source"].combineLatest(with: $0["other"]).map { "(\($0), \($1))" }
    }
    plays["concat.swift concat"] = { $0["a"].concat($0["b"]) }
    plays["concat.swift concat 2"] = { .concat([$0["a"], $0["b"]]) }
    plays["then.swift then"] = { stage in stage["source"].then { stage["next"] } }
    plays["count.swift count"] = { $0["source"].count().text }
    plays["min.swift min(by: <)"] = { $0.numbers("source").min(by: { $0 < $1 }).text }
    plays["min.swift max(by: <)"] = { $0.numbers("source").max(by: { $0 < $1 }).text }
    plays["min.swift min"] = { $0.numbers("source").min().text }
    plays["min.swift max"] = { $0.numbers("source").max().text }
    plays["debounce.swift debounce"] = { $0["source"].debounce(for: .ticks(3), on: $0.scheduler) }
    plays["debug.swift breakpoint"] = { $0["source"].breakpoint() }
    plays["defaultIfEmpty.swift defaultIfEmpty(0)"] = { $0["source"].defaultIfEmpty("0") }
    plays["defaultIfEmpty.swift switchIfEmpty"] = { $0["source"].switchIfEmpty($0["other"]) }
    plays["distinctUntilChanged.swift distinctUntilChanged"] = {
      $0["source"].distinctUntilChanged(by: { $0 == $1 })
    }
    plays["distinctUntilChanged.swift distinctUntilChanged 2"] = {
      $0["source"].distinctUntilChanged { $0.lowercased() }
    }
    plays["distinctUntilChanged.swift distinctUntilChanged 3"] = { $0["source"].distinctUntilChanged() }
    plays["distinctUntilChanged.swift ignoreValue(1)"] = { $0["source"].ignoreValue("1") }
    plays["distinctUntilChanged.swift unique"] = { $0["source"].unique() }
    plays["distinctUntilChanged.swift unique 2"] = { $0["source"].unique { $0.lowercased() } }
    plays["filter.swift filter"] = { $0.numbers("source").filter { $0 % 2 == 1 }.text }
    plays["first.swift first(where:)"] = { $0.numbers("source").first(where: { $0 % 2 == 0 }).text }
    plays["first.swift firstValue"] = { $0["source"].firstValue().map { $0 ?? "nil" } }
    plays["last.swift last(where:)"] = { $0.numbers("source").last(where: { $0 % 2 == 1 }).text }
    plays["flatMap.swift flatMap"] = { stage in stage["source"].flatMap { stage[$0] } }
    plays["flatMapRace.swift flatMapRace"] = { stage in stage["source"].flatMapRace { stage[$0] } }
    plays["flatMapFirst.swift flatMapFirst"] = { stage in stage["source"].flatMapFirst { stage[$0] } }
    plays["maxConcurrent.swift flatMap"] = { stage in stage["source"].flatMap(maxConcurrent: 2) { stage[$0] }
    }
    plays["concatMap.swift concatMap"] = { stage in stage["source"].concatMap { stage[$0] } }
    plays["maxConcurrent.swift merge"] = { stage in stage["source"].map { stage[$0] }.merge(maxConcurrent: 2)
    }
    plays["concat.swift concat 3"] = { stage in stage["source"].map { stage[$0] }.concat() }
    plays["ignoreElements.swift ignoreElements"] = { $0["source"].ignoreElements() }
    plays["ignoreElements.swift ignoreElements 2"] = { $0.numbers("source").ignoreElements(as: String.self) }
    plays["interval.swift interval"] = {
      Signal<Int>.interval(.ticks(3), on: $0.scheduler).take(4).concat(.never()).text
    }
    plays["join.swift combineLatest(+)"] = {
      combineLatest($0.numbers("a"), $0.numbers("b"), reduce: { $0 + $1 }).text
    }
    plays["join.swift zip(+)"] = { Signals.zip($0.numbers("a"), $0.numbers("b"), reduce: { $0 + $1 }).text }
    plays["map.swift map(x2)"] = { $0.numbers("source").map { $0 * 2 }.text }
    plays["mapKeyPath.swift mapReplace(x)"] = { $0["source"].mapReplace("x") }
    plays["merge.swift merge"] = { $0["a"].merge($0["b"]) }
    plays["combineStatic.swift merge"] = { .merge($0["a"], $0["b"]) }
    plays["combineStatic.swift concat"] = { .concat($0["a"], $0["b"]) }
    plays["combineStatic.swift amb"] = { .amb($0["a"], $0["b"]) }
    plays["merge.swift merge 2"] = { .merge([$0["a"], $0["b"]]) }
    plays["named.swift named(\"abc\")"] = { $0["source"].named("abc") }
    plays["reduce.swift reduce(+)"] = { $0.numbers("source").reduce(0) { $0 + $1 }.text }
    plays["reduce.swift reduce(into:)"] = { $0.numbers("source").reduce(into: 0) { $0 += $1 }.text }
    plays["scan.swift scan(+)"] = { $0.numbers("source").scan(0) { $0 + $1 }.text }
    plays["scanInto.swift scan(into:)"] = { $0.numbers("source").scan(into: 0) { $0 += $1 }.text }
    plays["scanInto.swift scanMap"] = {
      $0.numbers("source").scanMap(0) { sum, value in
        sum += value
        return sum % 2 == 0
      }.letters
    }
    plays["enumerated.swift enumerated"] = { $0["source"].enumerated().map { "(\($0), \($1))" } }
    plays["skip.swift skip(2)"] = { $0["source"].skip(2) }
    plays["skip.swift skip(while:)"] = { $0.numbers("source").skip(while: { $0 < 3 }).text }
    plays["skip.swift skip(until:)"] = { $0.numbers("source").skip(until: { $0 == 3 }).text }
    plays["skipFor.swift skip(for:)"] = { $0["source"].skip(for: .ticks(5), on: $0.scheduler) }
    plays["skipUntil.swift skip(until:)"] = { $0["source"].skip(until: $0["trigger"]) }
    plays["startWith.swift startWith(0)"] = { $0["source"].startWith("0") }
    plays["startWith.swift endWith(3)"] = { $0["source"].endWith("3") }
    plays["switchOn.swift ifThenElse"] = {
      $0.bools("source").ifThenElse(then: $0["trueSignal"], else: $0["falseSignal"])
    }
    plays["switchOn.swift switchOn"] = { $0["source"].switchOn(cases: ["a": $0["of a"], "b": $0["of b"]]) }
    plays["flatMapLatest.swift flatMapLatest"] = { stage in stage["source"].flatMapLatest { stage[$0] } }
    plays["switchToLatest.swift switchToLatest"] = { stage in
      stage["source"].map { stage[$0] }.switchToLatest()
    }
    plays["take.swift take(2)"] = { $0["source"].take(2) }
    plays["take.swift take(while:)"] = { $0.numbers("source").take(while: { $0 < 3 }).text }
    plays["take.swift take(until:)"] = { $0.numbers("source").take(until: { $0 == 3 }).text }
    plays["takeFor.swift take(for:)"] = { $0["source"].take(for: .ticks(5), on: $0.scheduler) }
    plays["takeLast.swift takeLast(2)"] = { $0["source"].takeLast(2) }
    plays["takeUntil.swift take(until:)"] = { $0["source"].take(until: $0["trigger"]) }
    plays["takeUntilReplacement.swift take(untilReplacement:)"] = {
      $0["source"].take(untilReplacement: $0["replacement"])
    }
    plays["throttleWhile.swift throttle(while:)"] = { $0["source"].throttle(while: $0.bools("condition")) }
    plays["timeout.swift timeout"] = { $0["source"].timeout(.ticks(5), on: $0.scheduler) }
    plays["timeout.swift timeout(eachValue:)"] = {
      $0["source"].timeout(eachValue: .ticks(5), on: $0.scheduler)
    }
    plays["timeout.swift timeout(eachValue:other:)"] = {
      $0["source"].timeout(eachValue: .ticks(5), other: $0["other"], on: $0.scheduler)
    }
    plays["timestamp.swift timestamp"] = { $0["source"].timestamp(on: $0.scheduler).map { $0.value } }
    plays["attemptEach.swift attempt"] = { stage in
      stage["source"].attempt { value in
        guard value != "3" else { throw Broken() }
      }
    }
    plays["withLatestFrom.swift withLatestFrom 2"] = { $0["source"].withLatestFrom($0["other"]) }
    plays["zip.swift zip 2"] = { Signals.zip([$0.numbers("a"), $0.numbers("b")]).text }
    plays["zip.swift zip(with)"] = { $0["source"].zip(with: $0["other"]).map { "(\($0), \($1))" } }
    plays["delaySubscription.swift delaySubscription"] = {
      $0["source"].delaySubscription(for: .ticks(3), on: $0.scheduler)
    }
    plays["sample.swift sample(on:default:)"] = { $0["source"].sample(on: $0["sampler"], default: "d") }
    plays["scanInto.swift scanIndexed"] = { $0.numbers("source").scanIndexed(0) { $0 + $1 * $2 }.text }
    plays["combinePrevious.swift combinePrevious"] = {
      $0.numbers("source").combinePrevious(0) { $1 - $0 }.text
    }
    plays["collect.swift collect(where:)"] = {
      $0.numbers("source").collect(where: { $0.reduce(0, +) >= 3 }).text
    }
    return plays.merging(MoreDrawings.played) { _, newer in newer }
  }()

  /// Drawings whose sources are subscribed to later than they are drawn: only what comes out is asked.
  static let shifted: Set<String> = ["delaySubscription.swift delaySubscription"]

  /// Drawings that no program can be held against, and why.
  static let unplayed: [String: String] = [
    "bind.swift bind": "the labels of its inner signals are values",
    "combineLatest.swift combineLatest": "its values take two columns",
    "combineStatic.swift combineLatest": "its values take two columns",
    "combineStatic.swift zip": "its values take two columns",
    "compactMap.swift compactMap": "its values take three columns",
    "compactMap.swift skipNil": "its values take three columns",
    "contains.swift any": "it has two outputs",
    "contains.swift all": "it has two outputs",
    "contains.swift contains(4)": "it has two outputs",
    "debug.swift breakpointOnError": "it stops the program",
    "delay.swift delay": "it has two drawings side by side",
    "deliver.swift deliverOnMain": "it acts on the main queue",
    "do.swift do": "it draws when closures run",
    "do.swift onDispose": "it draws when closures run",
    "do.swift action": "it draws when closures run",
    "do.swift action 2": "it draws when closures run",
    "do.swift action 3": "it draws when closures run",
    "groupBy.swift b": "it has an output for each group",
    "groupBy.swift b 2": "it has an output for each group",
    "interval.swift with a period": "it has two outputs",
    "join.swift reduceApply": "its values are closures",
    "element.swift element(at: 3)": "it has two outputs",
    "element.swift single": "it has two outputs",
    "deliver.swift deliver": "its scheduler takes a tick",
    "subscribeOn.swift subscribe(on:)": "its scheduler takes a tick",
    "lazyMap.swift lazyMap": "its scheduler takes two ticks",
    "mapKeyPath.swift mapKeyPath(path)": "its values take three columns",
    "materialize.swift materialize": "its values are events",
    "materialize.swift dematerialize": "its values are events",
    "materialize.swift materializeResults": "its values are results",
    "materialize.swift dematerializeResults": "its values are results",
    "partition.swift other": "it has two outputs",
    "collect.swift collect": "its values take several columns",
    "collect.swift collect(2)": "its values take several columns",
    "retry.swift retry": "its source is drawn once for each subscription",
    "retry.swift retry(1)": "its source is drawn once for each subscription",
    "retry.swift retry(maxAttempts: 2)": "its source is drawn once for each subscription",
    "retry.swift repeat": "its source is drawn once for each subscription",
    "retry.swift repeat(2)": "its source is drawn once for each subscription",
    "retryWhen.swift retry(when:)": "its source is drawn once for each subscription",
    "retryWhen.swift retry(upTo:interval:on:)": "its source is subscribed to three times",
    "sample.swift with once": "it has two outputs",
    "combinePrevious.swift combinePrevious 2": "its values take two columns",
    "throttle.swift ": "it has two outputs",
    "timestamp.swift measureInterval": "its values are times",
    "window.swift windows": "it has an output for each window",
    "window.swift windows 2": "it has an output for each window",
    "window.swift ": "it has an output for each window",
    "withLatestFrom.swift withLatestFrom": "its values take two columns",
    "zip.swift zip": "its values take two columns",
  ].merging(MoreDrawings.unplayed) { _, newer in newer }
}
