extension SiteTraits {
  /// What an operator of that name is, for recordings and tracers' lines that do not say it. The one place
  /// where a name has a meaning. Of operators that share a name, only what is true of all of them.
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
