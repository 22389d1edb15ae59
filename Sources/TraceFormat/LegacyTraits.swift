extension SiteTraits {
  /// The traits of an operator, by its name: for recordings and tracers' lines that do not hold them. Nothing
  /// else derives anything from a name. Operators that share a name get the traits that all of them have.
  package init(operatorName name: String) { self = Self.byName[name] ?? [] }

  private static let byName: [String: SiteTraits] = {
    let rows: [(SiteTraits, [String])] = [
      (.root, ["subscribe", "subscribeNext"]),
      ([.source, .subscribesInUserCode], ["create", "deferred", "using"]),
      (
        [.source, .ends],
        ["just", "of", "from", "fromOptional", "range", "empty", "fail", "justDeferred"]
      ),
      (.source, ["generate", "repeatElement"]),
      ([.source, .endless], ["never"]),
      ([.source, .timer, .endless], ["interval"]),
      ([.source, .timer], ["timer"]),
      (
        [.source, .hot],
        ["PublishSubject", "BehaviorSubject", "ReplaySubject", "AsyncSubject", "subject"]
      ),
      (.countedShare, ["share", "refCount", "autoconnect"]),
      (.keptConnection, ["publish", "multicast", "replay", "replayLast", "replayLazily"]),
      (
        .flattens,
        [
          "flatMap", "flattenMap", "flatMapFirst", "flatMapLatest", "switchToLatest", "concat", "then",
          "merge",
          "bind", "switchOn", "ifThenElse", "switchIfEmpty",
        ]
      ),
      ([.flattens, .stops], ["flatMapRace"]),
      ([.flattens, .buffers], ["concatMap"]),
      (.gathers, ["combineLatest", "withLatestFrom"]),
      ([.gathers, .buffers], ["zip"]),
      (.buffers, ["collect", "deliver(on:)", "deliverOnMain"]),
      ([.timer, .buffers], ["delay"]),
      (.timer, ["debounce"]),
      (.ends, ["reduce", "last", "last(where:)", "takeLast", "count", "min", "max"]),
      (
        .stops,
        [
          "take", "take(while:)", "take(until:)", "take(untilReplacement:)", "take(during:)", "first(where:)",
          "firstValue", "element(at:)", "single", "contains", "timeout", "timeout(eachValue:)", "amb", "race",
        ]
      ),
      (.restarts, ["repeat", "retry", "retry(when:)", "catch", "catchTo"]),
    ]
    return Dictionary(uniqueKeysWithValues: rows.flatMap { traits, names in names.map { ($0, traits) } })
  }()
}
