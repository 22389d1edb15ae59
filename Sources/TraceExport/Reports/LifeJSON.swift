import TraceAnalysis
import TraceFormat

/// The parts that reports and exports have in common. SCHEMA.md says what they hold.
extension JSON {
  /// How many examples stand for many subscriptions.
  static let fewExamples = 5

  static func site(_ site: Site) -> JSON {
    .object([
      ("operator", .text(site.operatorName)), ("file", .text(site.file)),
      ("line", .number(UInt64(site.line))),
    ])
  }

  /// The names of the members of a subscription, in their order.
  static let lifeMembers = [
    "id", "program_id", "downstream", "role", "operator", "label", "file", "line", "thread", "owner",
    "subscribed_ns", "ended_ns", "state", "values", "late_values", "verdict", "leak",
  ]

  static func life(_ life: Life, _ trace: AnalyzedTrace) -> JSON {
    let began = trace.forest.began
    func offset(_ time: UInt64?) -> JSON { .number(time.map { $0.since(began) }) }
    let verdict = verdict(trace.verdicts[life.index])
    return .object([
      ("id", .number(life.number)), ("program_id", .number(life.id.rawValue)),
      ("downstream", .number(life.downstream.map { UInt64($0.number) })),
      ("role", .text(life.role.kind.map { "\($0)" } ?? "unknown")),
      ("operator", .text(life.site.operatorName)), ("label", .text(life.label)),
      ("file", .text(life.site.file)), ("line", .number(UInt64(life.site.line))),
      ("thread", .number(UInt64(life.thread.rawValue))), ("owner", .number(life.owner?.rawValue)),
      ("subscribed_ns", offset(life.subscribedAt)), ("ended_ns", offset(life.endedAt)),
      ("state", .text(state(life))), ("values", .number(life.values)),
      ("late_values", .number(life.lateValues)),
      ("verdict", .text(verdict.word)), ("leak", .text(verdict.leak)),
    ])
  }

  static func state(_ life: Life) -> String {
    if let ending = life.ending, ending.time <= life.disposal?.time ?? .max {
      return ending.kind == .error ? "errored" : "completed"
    }
    return life.disposal == nil ? "alive" : "disposed"
  }

  static func verdict(_ verdict: Verdict?) -> (word: String, leak: String?) {
    switch verdict {
    case .finished?: ("finished", nil)
    case .leaked(_, let leak)?: ("leaked", letter(ofLeak: leak))
    case .open(.suspected)?: ("suspected", nil)
    case .open(.settling)?: ("settling", nil)
    case .open?: ("open", nil)
    case .longLived?: ("long-lived", nil)
    case .unknown?, nil: ("unknown", nil)
    }
  }

  /// - Parameters:
  ///   - isKnown: whether a baseline has it; nil where there is none to ask.
  ///   - most: how many numbers of subscriptions there are at most; their counts are of all.
  ///   - sources: of which an excerpt stands beside it; nil for none.
  ///   - explains: whether it has its evidence by number.
  static func leak(
    _ letter: String, isProven: Bool, _ leak: Leak, _ trace: AnalyzedTrace, isKnown: Bool? = nil,
    most: Int = .max, sources: (any SourceText)? = nil, explains: Bool = false
  ) -> JSON {
    var more: [(name: String, value: JSON)] = []
    if let isKnown { more.append(("is_known", .flag(isKnown))) }
    if let sources {
      more.append(("excerpt", excerpt(CallExcerpt(of: leak.site, in: sources, built: trace.startedAt))))
    }
    if explains { more.append(("why", why(leak, trace))) }
    let words = LeakText(leak, trace)
    let other = leak.otherSite.map(JSON.site) ?? .null
    let path = leak.path.compactMap { trace.forest[$0.life] }
    return .object(
      [
        ("letter", .text(letter)), ("kind", isProven ? "leak" : "suspect"),
        ("confidence", .text(leak.confidence.name)), ("reason", .text("\(leak.reason)")),
        ("fingerprint", .text(leak.fingerprint.description)), ("title", .text(words.title)),
        ("site", site(leak.site)), ("other_site", other),
        ("subscription_count", .number(leak.members.count)),
        ("subscriptions", numbers(leak.members.prefix(most).map(trace.forest.printed))),
        ("instance_count", .number(leak.instances.count)),
        ("instances", numbers(leak.instances.prefix(most).map(trace.forest.printed))),
        ("late_values", .number(leak.waste.values)),
        (
          "path",
          .list(
            path.map { life in
              .object([
                ("id", .number(life.printedNumber)), ("site", site(life.site)),
                ("state", .text(state(life))),
              ])
            })
        ),
        ("broken_link", .number(leak.brokenLink.map(UInt64.init))),
        ("sentences", .list(words.sentences.map { .text($0) })), ("hint", .text(words.hint)),
        ("advice", advice(words.advice)),
      ] + more)
  }

  private static func excerpt(_ excerpt: CallExcerpt?) -> JSON {
    guard let excerpt else { return .null }
    return .object([
      ("file", .text(excerpt.file)), ("is_changed", .flag(excerpt.isChanged)),
      ("first_line", .number(excerpt.firstLine)), ("lines", .list(excerpt.lines.map { .text($0) })),
      ("column", .number(excerpt.column.map(UInt64.init))),
      ("length", .number(excerpt.length.map(UInt64.init))),
    ])
  }

  /// The advised change, for a program that edits sources.
  private static func advice(_ advice: LeakAdvice) -> JSON {
    let sites = advice.calls.map { call in
      JSON.object([
        ("part", .text(call.part.rawValue)), ("operator", .text(call.site.operatorName)),
        ("file", .text(call.site.file)), ("line", .number(UInt64(call.site.line))),
      ])
    }
    return .object([("kind", .text(advice.kind)), ("sites", .list(sites))])
  }

  /// The fields with which every report begins.
  static func report(_ name: String, _ trace: AnalyzedTrace, _ members: [(name: String, value: JSON)]) -> JSON
  {
    .object(
      [
        ("schema", "rxtrace"), ("version", .number(1)), ("report", .text(name)),
        ("recording", recording(trace)),
      ] + members)
  }

  static func recording(_ trace: AnalyzedTrace) -> JSON {
    let forest = trace.forest
    return .object([
      ("file", .text(trace.file)), ("program", .text(trace.program)),
      ("pid", .number(trace.processID.map(UInt64.init))),
      ("length_ns", .number(forest.ended.since(forest.began))),
      ("events", .number(forest.events)), ("subscriptions", .number(forest.subscriptionCount)),
      ("values_recorded", .flag(!forest.lacksValues)),
      ("selected", .number(trace.selection.map { UInt64($0.count) })), ("lost", .number(forest.lost)),
      ("lost_may_be_more", .flag(forest.lostMayBeMore)), ("threads_at_end", .number(forest.threadsAtEnd)),
    ])
  }

  static func counts(_ counts: Verdicts.Counts) -> JSON {
    .object([
      ("alive", .number(counts.alive)), ("leaked", .number(counts.leaked)),
      ("leaked_and_ended", .number(counts.leakedAndEnded)), ("open", .number(counts.open)),
      ("suspected", .number(counts.suspected)), ("settling", .number(counts.settling)),
      ("long_lived", .number(counts.longLived)), ("unknown", .number(counts.unknown)),
      ("finished", .number(counts.finished)),
    ])
  }
}
