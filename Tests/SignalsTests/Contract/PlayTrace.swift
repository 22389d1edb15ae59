import TraceFormat

/// What a trace tells about one play: its subscriptions and what became of each.
struct PlayTrace {
  /// One subscription, with the places of its events in the trace.
  struct Life {
    let name: String
    let downstream: SubscriptionID?
    let role: Role
    let subscribed: Int
    var label: String?
    var nexts: [Int] = []
    var terminals: [Int] = []
    var disposals: [(place: Int, reason: DisposalReason)] = []
    var releases: [Int] = []
    var drops = 0

    var disposed: Int { disposals.first?.place ?? .max }
    var title: String { label ?? name }
  }

  private(set) var lives: [SubscriptionID: Life] = [:]
  private var places = 0

  mutating func add(_ event: TraceEvent) {
    places += 1
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      lives[id] = Life(name: site.operatorName, downstream: downstream, role: role, subscribed: places)
    case .named(let id, _, let label?): if lives[id]?.label == nil { lives[id]?.label = label }
    case .next(let id, _, _, _): lives[id]?.nexts.append(places)
    case .completed(let id, _, _), .error(let id, _, _, _): lives[id]?.terminals.append(places)
    case .disposed(let id, _, _, let reason): lives[id]?.disposals.append((places, reason))
    case .released(let id): lives[id]?.releases.append(places)
    case .dropped(let id, _): lives[id]?.drops += 1
    default: break
    }
  }

  /// Sorts the records of a thread's plays, and of what is downstream of them on other threads, by play. The thread
  /// marks the beginning of each.
  static func split(_ records: some Sequence<TraceRecord>, of thread: ThreadID) -> [PlayTrace] {
    var traces: [PlayTrace] = []
    var owners: [SubscriptionID: Int] = [:]
    for record in records {
      if case .mark = record.event, record.thread == thread {
        traces.append(PlayTrace())
        continue
      }
      guard let id = record.event.subscription else { continue }
      if case .subscribed(_, let downstream, _, _) = record.event {
        owners[id] = downstream.flatMap { owners[$0] } ?? (record.thread == thread ? traces.count - 1 : nil)
      }
      if let owner = owners[id], owner >= 0 { traces[owner].add(record.event) }
    }
    return traces
  }

  // MARK: What is asked of it

  /// What is wrong with the trace of a play of `row`.
  func problems(_ row: OperatorRow, _ outcome: Play.Outcome) -> [String] {
    let play = outcome.play
    // On another thread a value that is on its way as its subscription is disposed may be recorded after that.
    let isAlone = play.kind != .queue && !row.traits.contains(.runsOnMain)
    var problems = lives.values.flatMap { balanceProblems($0, isAlone: isAlone) }
    if isAlone { problems += lives.flatMap(orderProblems) }
    problems += familyProblems(row, play)
    problems += reasonProblems(row, outcome)
    let drops = lives.values.reduce(0) { $0 + $1.drops }
    // The same value is counted as dropped, although nobody sent it late.
    if isAlone ? drops != outcome.late : play.kind != .queue && drops < outcome.late {
      problems.append("\(drops) events were dropped, \(outcome.late) came late")
    }
    return problems
  }

  func balanceProblems(_ life: Life, isAlone: Bool) -> [String] {
    var problems: [String] = []
    if life.disposals.count != 1 {
      problems.append("\(life.title) was disposed \(life.disposals.count) times")
    }
    if life.releases.count != 1 { problems.append("\(life.title) was released \(life.releases.count) times") }
    if life.terminals.count > 1 { problems.append("\(life.title) ended \(life.terminals.count) times") }
    let end = min(life.terminals.first ?? .max, isAlone ? life.disposed : .max)
    if let last = life.nexts.last, last > end { problems.append("\(life.title) has a value after its end") }
    return problems
  }

  /// The order of events at one gate: the end recorded, upstream disposed, delivered, disposed, released.
  func orderProblems(_ id: SubscriptionID, _ life: Life) -> [String] {
    var problems: [String] = []
    if let released = life.releases.first, released < life.disposed {
      problems.append("\(life.title) was released before it was disposed")
    }
    guard let end = life.terminals.first else { return problems }
    if life.disposed < end { problems.append("\(life.title) ended after it was disposed") }
    let delivered = life.downstream.flatMap { lives[$0]?.terminals.first }.flatMap { $0 > end ? $0 : nil }
    for child in lives.values where child.downstream == id && child.role.kind != .shared {
      guard child.subscribed < end else {
        problems.append("\(child.title) was subscribed to after the end of \(life.title)")
        continue
      }
      if child.disposed > min(life.disposed, delivered ?? .max) {
        problems.append("\(child.title) was not disposed before the end of \(life.title) was delivered")
      }
    }
    return problems
  }

  private func familyProblems(_ row: OperatorRow, _ play: Play) -> [String] {
    var problems: [String] = []
    let outputs = lives.values.filter { $0.label == "output" }
    guard outputs.count <= 1 else { return ["the output was subscribed to \(outputs.count) times"] }
    guard let output = outputs.first else {
      return play.end == nil ? ["the output was not subscribed to"] : []
    }
    if output.name != row.operatorName {
      problems.append("its name is \(output.name), not \(row.operatorName)")
    }
    if output.role.kind != (play.end?.party == .newer ? .inner : .source) {
      problems.append("the output is \(output.role.kind.map { "\($0)" } ?? "?")")
    }
    for (number, role) in row.roles.enumerated() {
      for source in lives.values where source.label == "source \(number)" {
        if source.role.kind != role {
          problems.append(
            "source \(number) is subscribed to as \(source.role.kind.map { "\($0)" } ?? "?"), not \(role)")
        }
        if !row.traits.contains(.outlivesSubscribers), !isUpstreamOfOutput(source) {
          problems.append("source \(number) is not upstream of the output")
        }
      }
    }
    return problems
  }

  private func isUpstreamOfOutput(_ life: Life) -> Bool {
    var life = life
    while let downstream = life.downstream, let next = lives[downstream] {
      if next.label == "output" { return true }
      life = next
    }
    return false
  }

  private func reasonProblems(_ row: OperatorRow, _ outcome: Play.Outcome) -> [String] {
    var problems: [String] = []
    for life in lives.values {
      guard let reason = life.disposals.first?.reason else { continue }
      let expected: Set<DisposalReason>
      if !life.terminals.isEmpty {
        expected = [.terminated]
      } else if life.downstream == nil, life.name == "subscribe" {
        expected = outcome.wasEnded ? [outcome.play.end?.party.reasons.root ?? .explicit] : [.explicit]
      } else if life.label == "output" {
        expected = outcome.wasEnded ? [outcome.play.end?.party.reasons.output ?? .downstream] : [.downstream]
      } else if isUpstreamOfOutput(life) || life.label != nil {
        expected = row.reasons.union([.downstream])
      } else {
        continue
      }
      if !expected.contains(reason) { problems.append("\(life.title) was disposed for the reason \(reason)") }
    }
    return problems
  }
}

extension TraceEvent {
  /// The subscription that it is about, if it is about one.
  var subscription: SubscriptionID? {
    switch self {
    case .subscribed(let id, _, _, _), .named(let id, _, _), .next(let id, _, _, _), .error(let id, _, _, _),
      .completed(let id, _, _), .disposed(let id, _, _, _), .released(let id), .dropped(let id, _),
      .handleReleased(let id), .overlap(let id, _):
      id
    default: nil
    }
  }
}
