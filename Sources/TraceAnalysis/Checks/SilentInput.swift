package import TraceFormat

/// An operator waits for values of one of its inputs, while another one sends and sends.
package struct SilentInput: Finding {
  package static let check = "silent-input"
  /// Fewer may well be waiting for something that is on its way.
  private static let few: UInt64 = 5
  /// An operator that keeps waiting values may be so far ahead with one of its inputs.
  private static let lead: UInt64 = 100
  /// The same, where the other one follows at a pace of its own.
  private static let some: UInt64 = 32
  private static let large: UInt64 = 1024

  package static let description = RuleDescription(
    ofCheck: check, title: "waits for an input that sends nothing",
    claim: """
      An operator waits for values of one of its inputs, or of the signal that lets values through, \
      while another input sends and sends.
      """,
    needs: """
      An operator that has not ended, and values of one input that wait, or are lost, for want of \
      another input's values.
      The waiting has lasted longer than the settle time, or is about so many values that this does not \
      matter.
      An input that is merely slower counts where the operator keeps the waiting values, and falls \
      behind to the end.
      An input that has completed without a value can never send: a few values of the other are enough.
      """,
    excuses: """
      An operator that has passed on a value, where the other input has sent none.
      Inputs that keep step, or where the slower one came late and catches up.
      An input that has ended, and has not sent far more than the other.
      Where a signal is to let values through: a line of which one subscription has passed on a value.
      """,
    thresholds: [
      .count("fewest values", few, "Fewer may wait for something on its way."),
      .count("lead", lead, "So far ahead is too far, even after a short time."),
      .count(
        "lead over a slower input", Self.some,
        "Both go on to the end, and one sends a fourth more."),
    ],
    faulty: .program(
      "Faulty/waiting-gatherer/DeadBranch",
      "The location of a `combineLatest` never sends, so nothing is ever shown."),
    healthy: .program(
      "Healthy/BarrierOfWorkers",
      "Three of four workers are ready. Waiting for the fourth is the purpose."))

  package let site: Site
  package let name: String
  /// The waiting operator's subscriptions.
  package private(set) var lives: [Int]
  /// The input that keeps the others waiting, from 1, or 0 for the signal that lets values through. `source`
  /// is the place that its values should come from.
  package let input: Int
  package let source: Site
  /// How many values it has sent, where values are recorded, and how many more another one has.
  package let sent: UInt64?
  package let waiting: UInt64
  /// It has completed without a value.
  package let hasCompleted: Bool
  /// The operator keeps the waiting values, in memory that grows; else they were for nothing.
  package let keeps: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [SilentInput] {
    forest.livesBySite(forest.livesOfSites(where: { $0.contains(.gathers) })) {
      $0.ending == nil && !$0.wasAliveBefore
    }
    .compactMap { lives in
      let found = lives.compactMap {
        forest.totals.next > 0
          ? Self($0, forest, verdicts.settle) ?? Self(unanswerable: $0, forest) : Self(toldBy: $0, forest)
      }
      guard var worst = found.max(by: { $0.waiting < $1.waiting }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    } + unopened(in: forest, verdicts.settle)
  }

  /// Operators that let nothing through until a signal has said its word, where it never did for any of a
  /// line.
  private static func unopened(in forest: Forest, _ settle: UInt64) -> [SilentInput] {
    guard forest.totals.next > 0 else { return [] }
    let guarded = Set(forest.livesInRole(.control).lazy.compactMap { $0.downstream?.index }).sorted()
    return forest.livesBySite(guarded.lazy.map { forest.lives[$0] }) {
      !$0.wasAliveBefore && $0.ending == nil
    }
    .compactMap { lives in
      guard lives.allSatisfy({ $0.values == 0 }) else { return nil }
      let found = lives.compactMap { Self(unopened: $0, forest, settle) }
      guard var worst = found.max(by: { $0.waiting < $1.waiting }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  private init?(unopened life: Life, _ forest: Forest, _ settle: UInt64) {
    let inputs = life.upstreams
    guard let opener = inputs.first(where: { $0.role.kind == .control }), opener.ending?.kind != .error,
      opener.values == 0,
      let source = inputs.first(where: { $0.role.kind == .source && $0.ending == nil }),
      // An opener that has completed will send nothing any more.
      source.values >= (opener.ending == nil ? Self.lead : Self.few), let first = source.firstValueAt,
      let last = source.lastValueAt,
      last - min(last, first) > settle
    else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    input = 0
    hasCompleted = opener.ending != nil
    self.source = forest.root(ofInput: opener).site
    sent = 0
    waiting = source.values
    keeps = life.traits.contains(.buffers)
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    let inputs = life.upstreams.filter { $0.role.kind == .source }
    let end = life.endedAt ?? forest.ended
    guard inputs.count > 1,
      let behind = inputs.indices.min(by: { inputs[$0].values < inputs[$1].values }),
      let ahead = Self.ahead(of: inputs[behind], inputs, until: end),
      inputs[behind].ending == nil, let first = ahead.firstValueAt, let last = ahead.lastValueAt
    else { return nil }
    let isLong = last - min(last, first) > settle && forest.ended - min(forest.ended, first) > 3 * settle
    let sent = inputs[behind].values
    self.sent = sent
    waiting = ahead.values - sent
    keeps = life.traits.contains(.buffers)
    hasCompleted = false
    if sent == 0 {
      guard life.values == 0, waiting >= (isLong ? Self.few : Self.lead) else { return nil }
    } else {
      let grows = waiting >= Self.large && life.waits.contains(where: \.onlyGrows)
      let isFarAhead = waiting >= Self.lead && (grows || ahead.values / 4 > sent)
      guard keeps, isFarAhead || Self.losesPace(inputs[behind], to: ahead, until: end) else { return nil }
    }
    site = life.site
    name = life.name
    lives = [life.number]
    input = behind + 1
    source = forest.root(ofInput: inputs[behind]).site
  }

  /// The input that has sent most. An input that has ended by itself is not ahead of the others for long, and
  /// does not need late partners. But it counts if it sent so much more, for so long, that the others could
  /// never keep up.
  private static func ahead(of behind: Life, _ inputs: [Life], until end: UInt64) -> Life? {
    let most = inputs.filter { $0.ending == nil }.max { $0.values < $1.values }
    guard let ended = inputs.max(by: { $0.values < $1.values }), ended.ending?.kind == .completed,
      behind.values > 0, ended.values / 4 > behind.values + lead, losesPace(behind, to: ended, until: end)
    else { return most }
    return ended
  }

  /// Whether both inputs go on to the end, steadily, and one of them sends a fourth more than the other.
  private static func losesPace(_ behind: Life, to ahead: Life, until end: UInt64) -> Bool {
    guard ahead.values >= behind.values + Self.some, ahead.values / 5 >= behind.values / 4,
      let first = behind.firstValueAt, let began = ahead.firstValueAt
    else { return false }
    let span = end - min(end, began)
    // It has come late, and catches up; or it has stopped, and comes again.
    return first - min(first, began) < span / 8
      && [behind, ahead].allSatisfy { $0.lastValueAt.map { end - min(end, $0) < span / 6 } ?? false }
  }

  /// An input has completed without a value: the operator goes on and can never send.
  private init?(unanswerable life: Life, _ forest: Forest) {
    let inputs = life.upstreams.filter { $0.role.kind == .source }
    guard life.values == 0, inputs.count > 1,
      let behind = inputs.indices.first(where: {
        inputs[$0].ending?.kind == .completed && inputs[$0].values == 0
      }),
      let ended = inputs[behind].endedAt,
      let ahead = inputs.filter({ $0.ending == nil }).max(by: { $0.values < $1.values }),
      // A few values may have been sent before anybody could know.
      ahead.values >= Self.lead || ahead.values >= Self.few && ahead.lastValueAt ?? 0 > ended
    else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    input = behind + 1
    source = forest.root(ofInput: inputs[behind]).site
    sent = 0
    waiting = ahead.values
    keeps = life.traits.contains(.buffers)
    hasCompleted = true
  }

  /// For a recording without values: by the account of the operator, all inputs but one have values that
  /// wait.
  private init?(toldBy life: Life, _ forest: Forest) {
    let inputs = life.upstreams.filter { $0.role.kind == .source }
    let told = life.waits.filter { $0.onlyGrows && inputs.indices.contains($0.input - 1) }
    guard let most = told.map(\.count).max(),
      let behind = inputs.indices.first(where: { index in !life.waits.contains { $0.input == index + 1 } }),
      inputs[behind].ending == nil
    else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    input = behind + 1
    source = forest.root(ofInput: inputs[behind]).site
    sent = nil
    waiting = most
    keeps = true
    hasCompleted = false
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    if input == 0 {
      return
        "waits for a word of \(site: source), which has \(words: hasCompleted ? "completed and has " : "")sent nothing: \(waiting, "value") came for nothing"
    }
    let silence: Sentence =
      switch sent {
      case 0: ", which has \(words: hasCompleted ? "completed and has " : "")sent nothing"
      case let sent?: ", which has sent \(count: sent)"
      case nil: ""
      }
    let rest: Sentence =
      keeps
      ? "\(waiting, "value") \(words: waiting == 1 ? "waits" : "wait")"
      : "\(waiting, "value") of the others came for nothing"
    return "waits for its \(words: Self.ordinal(input)) input, \(site: source)\(silence): \(rest)"
  }

  static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let last) where last != 11: "\(number)st"
    case (2, let last) where last != 12: "\(number)nd"
    case (3, let last) where last != 13: "\(number)rd"
    default: "\(number)th"
    }
  }

  package static func summary(_ findings: [SilentInput]) -> Sentence {
    "\(findings.count, "operator") waiting for an input that sends nothing"
  }
}

extension Forest {
  /// Where the values of an input begin, as far as there is one way to go.
  func root(ofInput input: Life) -> Life {
    var life = input
    while life.upstreams.count == 1, let next = life.upstreams.first, next.role.kind == .source {
      life = next
    }
    return life
  }
}
