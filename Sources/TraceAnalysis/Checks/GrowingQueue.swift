package import TraceFormat

/// An operator that takes one thing after the other holds back more and more.
package struct GrowingQueue: Finding {
  package enum Reason: Sendable, Hashable {
    /// The inner signal of this life does not end, and until then no other one is started. `source`: the
    /// place that its values should come from, if that is another line.
    case neverEnds(LifeIndex, Site, source: Site?)
    /// The inner signal of this life is a part of the operator's own source, from this line, and ends only as
    /// the source does.
    case partsOfItsSource(LifeIndex, Site, source: Site)
    /// Inner signals end, and more come than end.
    case tooSlow
    /// It has let nothing through.
    case stuck
    /// By its own account, and by what it has sent, where values are recorded.
    case fallsBehind(passed: UInt64?)
    /// It keeps every value for later subscribers, and goes on doing so.
    case keepsAll
    /// By its own account, as its source completed.
    case waitedAtTheEnd
  }

  package static let check = "growing-queue"
  /// The fewest waiting values that are worth a word: for something endless, for some time, and at once.
  private static let few: UInt64 = 3
  private static let some: UInt64 = 10
  private static let many: UInt64 = 100
  private static let large: UInt64 = 1024
  private static let huge: UInt64 = 16_384
  /// A backlog that lasts as long as this many inner signals is no burst.
  private static let steady: UInt64 = 10

  package static let description = RuleDescription(
    ofCheck: check, title: "a queue only grows",
    claim: "An operator that takes one thing after the other holds back more and more.",
    needs: """
      An operator with a queue that has not ended: `concatMap`, `deliver(on:)`, a replay, a task that \
      reads values.
      Its inner signal does not end: its source is endless or a subject, or it has run far longer than \
      all before it, or it can end only as the operator's own source does.
      Or values come faster than they are worked off, or none has been passed on at all.
      Or a replay keeps very many values.
      Or a task reads values more slowly than they come, and at least half of very many wait as the \
      source completes.
      """,
    excuses: """
      A burst that is worked off.
      A source that has ended, or has fallen silent, where its inner signals do end.
      An operator that gathers several inputs: `silent-input` tells of it.
      """,
    thresholds: [
      .count("fewest behind something endless", few, "Nothing can come of them, so a few are enough."),
      .count(
        "fewest behind something long", Self.some,
        "One that has run far longer than the others may still end."),
      .count("fewest of a slow queue", many, "Fewer may be a burst."),
      .count(
        "fewest where nothing was passed on", large,
        "A buffer may be meant to fill before it sends."),
      .count("fewest that a replay keeps", huge, "A replay may be meant to keep many."),
      .count("fewest as the source completes", large, "A task may work off fewer in a moment."),
    ],
    faulty: .program(
      "Faulty/waiting-gatherer/MailQueue",
      "The delivery of the first mail never completes, so every mail after it waits in `concatMap`."),
    healthy: .program(
      "Healthy/LabelsCatchUp",
      "A printer is slower than the packers, and catches up in each of their pauses."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// How many wait, and how many have come.
  package let waiting: UInt64
  package let arrived: UInt64
  package let reason: Reason

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [GrowingQueue] {
    var isMeant = forest.table.traits.map { $0.contains(.buffers) && !$0.contains(.gathers) }
    for life in forest.rareLives where life.waits.contains(where: { $0.input == 0 }) {
      isMeant[life.entryIndex] = true
    }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { life in
      let buffers = life.traits.contains(.buffers) && !life.traits.contains(.gathers)
      guard buffers || life.waits.contains(where: { $0.input == 0 }) else { return false }
      return life.ending == nil || life.traits.contains(.root) && !life.hasFailed
    }
    .compactMap { lives in
      let found = lives.compactMap { life -> GrowingQueue? in
        if life.hasEnding { return Self(ofEnded: life, forest) }
        return life.traits.isSuperset(of: [.flattens, .buffers])
          ? Self(ofInner: life, forest, verdicts.settle) : Self(ofValues: life, forest)
      }
      guard var worst = found.max(by: { $0.waiting < $1.waiting }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  /// Inner signals that wait for their turn.
  private init?(ofInner life: Life, _ forest: Forest, _ settle: UInt64) {
    let upstreams = life.upstreams
    let told = Self.told(by: life, forest)
    let hasValues = forest.totals.next > 0
    guard hasValues || told > 0, let source = upstreams.first(where: { $0.role.kind == .source }) else {
      return nil
    }
    let inner = upstreams.filter { $0.role.kind == .inner }
    arrived = hasValues ? source.values : told + UInt64(inner.count)
    waiting = arrived - min(arrived, UInt64(inner.count))
    guard let current = inner.first(where: { $0.ending == nil }), waiting >= Self.few else { return nil }
    // Where it was disposed, its state at that moment counts.
    let end = life.endedAt ?? forest.ended
    let age = end - min(end, current.subscribedAt)
    let longest = inner.lazy.filter { $0.ending != nil }.map { forest.duration(of: $0) }.max() ?? 0
    let isOverdue = age > 3 * longest && (waiting >= Self.many || waiting >= Self.some && age > 3 * settle)
    // It goes on, or has gone on for so long that the inner signals could have kept up with it.
    var sends = told > 0
    if let last = source.lastValueAt {
      let isSteady = last - min(last, inner[0].subscribedAt) >= Self.steady * longest
      sends = end - min(end, last) <= settle || waiting >= Self.large && isSteady
    }
    if let part = forest.part(of: source, in: current), age > 3 * settle,
      inner.allSatisfy({ $0.ending == nil })
    {
      reason = .partsOfItsSource(current.index, current.site, source: part.site)
    } else if isOverdue || forest.hasEndlessSource(current) && age > settle
      || age > 3 * settle && inner.allSatisfy({ $0.ending == nil }) && forest.livesOnHotSources(current)
    {
      let source = forest.root(ofInput: current)
      reason = .neverEnds(
        current.index, current.site, source: source.site == current.site ? nil : source.site)
    } else if waiting >= Self.many, UInt64(inner.count) < waiting, source.ending == nil, sends {
      reason = .tooSlow
    } else {
      return nil
    }
    site = life.site
    name = life.name
    lives = [life.number]
  }

  /// Values that wait to be passed on.
  private init?(ofValues life: Life, _ forest: Forest) {
    let source = life.upstreams.first { $0.role.kind == .source }
    arrived = source?.values ?? 0
    // By its own account it has only ever grown, and its source goes on.
    let told = Self.told(by: life, forest)
    let hasValues = forest.totals.next > 0
    let traits = life.traits
    let end = life.endedAt ?? forest.ended
    let quarter = (end - min(end, life.subscribedAt)) / 4
    let sends = source.map { source in
      source.ending == nil && (source.lastValueAt.map { end - min(end, $0) <= quarter } ?? true)
    }
    if !traits.isDisjoint(with: [.hot, .keptConnection]), traits.contains(.buffers) {
      guard told >= Self.huge else { return nil }
      waiting = told
      reason = .keepsAll
    } else if hasValues, traits.contains(.buffers), life.values == 0, arrived >= Self.large {
      waiting = max(arrived, told)
      reason = .stuck
    } else if told > 0, sends ?? true, !traits.isSuperset(of: [.timer, .buffers]) {
      // A subscription of a task has got every value: the task has not taken them.
      let saysWhatPassed = hasValues && !traits.contains(.root)
      waiting = saysWhatPassed ? max(told, arrived - min(arrived, life.values)) : told
      reason = .fallsBehind(passed: saysWhatPassed ? life.values : nil)
    } else {
      return nil
    }
    site = life.site
    name = life.name
    lives = [life.number]
  }

  /// Values that waited for a task as their source completed.
  private init?(ofEnded life: Life, _ forest: Forest) {
    waiting = Self.told(by: life, forest)
    arrived = life.firstSource?.values ?? 0
    guard waiting >= Self.large, waiting >= arrived / 2 else { return nil }
    reason = .waitedAtTheEnd
    site = life.site
    name = life.name
    lives = [life.number]
  }

  /// How many wait by its own account, which has only ever grown; 0 where that cannot be said.
  private static func told(by life: Life, _ forest: Forest) -> UInt64 {
    let end = life.endedAt ?? forest.lastSeen
    return life.waits.first { $0.input == 0 && $0.isGrowing(at: end) }?.count ?? 0
  }

  /// The inner signal that does not end, or the place that its values come from.
  package var otherSite: Site? {
    switch reason {
    case .neverEnds(_, let inner, let source): (source ?? inner).asSecond(to: site)
    case .partsOfItsSource(_, let inner, _): inner.asSecond(to: site)
    case .tooSlow, .stuck, .fallsBehind, .keepsAll, .waitedAtTheEnd: nil
    }
  }

  package var sentence: Sentence {
    switch reason {
    case .neverEnds(let life, let inner, let source):
      let what: Sentence =
        "\(waiting, "value") \(words: waiting == 1 ? "waits" : "wait") for \(life: life), \(site: inner), which does not end"
      return source.map { what + ": its source is \(site: $0)" } ?? what
    case .partsOfItsSource(let life, let inner, let source):
      return
        "\(waiting, "value") \(words: waiting == 1 ? "waits" : "wait") for \(life: life), \(site: inner), which can end only as the operator's own source does: it is a part of \(site: source)"
    case .tooSlow:
      return "\(count: waiting) of \(arrived, "value") wait: they come faster than they are worked off"
    case .stuck:
      return "\(waiting, "value") wait, and none has been passed on"
    case .fallsBehind(nil):
      return "\(waiting, "value") wait, and more and more of them"
    case .fallsBehind(let passed?):
      return
        "\(waiting, "value") wait, and \(count: passed) were passed on: they come faster than they are worked off"
    case .waitedAtTheEnd where arrived == 0:
      return
        "at least \(waiting, "value") waited as its source completed: they came faster than they were taken"
    case .waitedAtTheEnd:
      return
        "at least \(count: waiting) of \(arrived, "value") waited as its source completed: they came faster than they were taken"
    case .keepsAll:
      return "it has kept at least \(waiting, "value") for later subscribers, and keeps all that come"
    }
  }

  package static func summary(_ findings: [GrowingQueue]) -> Sentence {
    "\(findings.count, "queue") that only \(words: findings.count == 1 ? "grows" : "grow")"
  }
}

extension Forest {
  /// The part of `source` where the values of `inner` begin: an operator above `source` made it for some of
  /// the values. Nil if there is none, or something on the way ends it sooner.
  fileprivate func part(of source: Life, in inner: Life) -> Life? {
    var part = inner
    while part.upstreams.count == 1, part.traits.isDisjoint(with: [.stops, .timer]) {
      part = part.upstreams[0]
    }
    guard part.index != inner.index || inner.upstreams.isEmpty, part.traits.isSuperset(of: [.source, .hot])
    else {
      return nil
    }
    var above = source
    while above.ending == nil {
      if above.site.file == part.site.file, above.site.line == part.site.line, above.name == part.name {
        return part
      }
      guard let next = above.upstreams.first else { return nil }
      above = next
    }
    return nil
  }

  /// Whether nothing but hot sources keeps `life` alive, and nothing on the way ends it: they end when
  /// somebody says so.
  fileprivate func livesOnHotSources(_ life: Life) -> Bool {
    var rest = [life]
    while let next = rest.popLast() {
      if next.traits.contains(.stops) { return false }
      let above = next.upstreams.filter { $0.ending == nil && $0.carriesData }
      if above.isEmpty, !next.traits.isSuperset(of: [.source, .hot]) { return false }
      rest += above
    }
    return true
  }

  /// Whether something upstream of `life`, or itself, never ends by itself and nothing on the way ends it.
  fileprivate func hasEndlessSource(_ life: Life) -> Bool {
    var rest = [life]
    while let next = rest.popLast() {
      if next.traits.contains(.stops) { continue }
      if next.traits.contains(.endless) { return true }
      // An upstream that was disposed with the operator had not ended by itself.
      rest += next.upstreams.filter { $0.ending == nil && $0.carriesData }
    }
    return false
  }
}
