import TraceFormat

/// The field of a subscription that a ``Query`` may ask of a subscription.
enum QueryField: String, CaseIterable, Sendable {
  case id, name, op, file, line, site, role, thread, owner
  case state, verdict, leak, reason, error
  case life, since, ended, next, late, dropped, upstreams, depth

  enum Kind { case number, duration, text }

  var kind: Kind {
    switch self {
    case .id, .line, .thread, .next, .late, .dropped, .upstreams, .depth: .number
    case .life, .since, .ended: .duration
    case .name, .op, .file, .site, .role, .owner, .state, .verdict, .leak, .reason, .error: .text
    }
  }

  /// Whether it tells the fate of a subscription, and not which one it is.
  var isOfFate: Bool {
    switch self {
    case .state, .verdict, .leak, .reason, .error, .life, .ended, .next, .late, .dropped: true
    case .id, .name, .op, .file, .line, .site, .role, .thread, .owner, .since, .upstreams, .depth: false
    }
  }

  /// The words that it can be; nil where it can be anything. A slip in one would match nothing, silently.
  var words: [String]? {
    switch self {
    case .state: ["alive", "completed", "errored", "disposed"]
    case .verdict: ["leaked", "suspected", "settling", "open", "long-lived", "unknown", "finished"]
    case .role: ["source", "inner", "control", "shared", "nested", "task", "loop"]
    default: nil
    }
  }
}

/// A subscription as a query sees it.
struct QuerySubject {
  enum Value {
    case number(UInt64)
    case text(String)
  }

  let life: Life
  let forest: Forest
  let verdict: Verdict?

  func value(of field: QueryField) -> Value? {
    switch field {
    case .id: .number(UInt64(life.number))
    case .name: .text(life.name)
    case .op: .text(life.site.operatorName)
    case .file: .text(life.site.file)
    case .line: .number(UInt64(life.site.line))
    case .site: .text("\(life.site.file):\(life.site.line)")
    case .role: life.role.kind.map { .text("\($0)") }
    case .thread: .number(UInt64(life.thread.rawValue))
    case .owner: life.owner.map { .text(forest[owner: $0]?.type ?? String($0.rawValue)) }
    case .state: .text(state)
    case .verdict: word.map { .text($0) }
    case .leak: leak.map { .text($0) }
    case .reason: life.disposal.map { .text("\($0.reason)") }
    case .error: life.ending?.description.map { .text($0) }
    case .life: .number(forest.duration(of: life))
    case .since: .number(life.subscribedAt - min(life.subscribedAt, forest.began))
    case .ended: life.endedAt.map { .number($0 - min($0, forest.began)) }
    case .next: .number(life.values)
    case .late: .number(life.lateValues)
    case .dropped: .number(life.droppedValues &+ life.overflownValues)
    case .upstreams: .number(UInt64(life.upstreams.count))
    case .depth: .number(UInt64(life.pathToRoot.count))
    }
  }

  private var state: String {
    if let ending = life.ending, ending.time <= life.disposal?.time ?? .max {
      return ending.kind == .error ? "errored" : "completed"
    }
    return life.disposal == nil ? "alive" : "disposed"
  }

  private var word: String? {
    switch verdict {
    case .finished: "finished"
    case .leaked: "leaked"
    case .open(.suspected): "suspected"
    case .open(.settling): "settling"
    case .open: "open"
    case .longLived: "long-lived"
    case .unknown: "unknown"
    case nil: nil
    }
  }

  /// How sure it is that it leaked.
  private var leak: String? {
    guard case .leaked(let confidence, _)? = verdict else { return nil }
    return confidence.name
  }
}
