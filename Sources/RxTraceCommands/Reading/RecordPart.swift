import TraceAnalysis
import TraceFormat
import TraceRendering

/// Which records belong to what was asked for, as they come in the order of time.
struct RecordPart {
  private let trace: AnalyzedTrace
  private let times: ClosedRange<UInt64>
  /// The subscriptions that were asked for; nil where only a time was.
  private let selection: Set<Int>?
  /// The last events of these subscriptions, which may still cause something, and the work that they have
  /// caused.
  private var events = RecentEvents()
  private var works = Set<UInt64>()

  init(_ filter: FilterOptions, _ trace: AnalyzedTrace) throws(CommandFailure) {
    self.trace = trace
    var filter = try filter.filter(for: trace.forest, isPart: true)
    let from = filter.from ?? 0
    times = from...max(from, filter.to ?? .max)
    (filter.from, filter.to) = (nil, nil)
    selection = filter.asksNothing ? nil : trace.selection
  }

  /// Whether a record is about something that was asked for, in the time that was asked for.
  ///
  /// An owner belongs to the subscriptions that it holds. A call belongs to its subscription or owner, and
  /// work to the event that scheduled it. A mark or a loss belongs to every subscription. A time alone asks
  /// for everything in it.
  mutating func holds(_ record: TraceRecord) -> Bool {
    guard let selection else { return times.contains(record.time) }
    return isAbout(selection, record.event) && times.contains(record.time)
  }

  private mutating func isAbout(_ selection: Set<Int>, _ event: TraceEvent) -> Bool {
    if let id = event.subject {
      guard isSelected(id, selection) else { return false }
      if let event = event.eventID { events.insert(event) }
      return true
    }
    switch event {
    case .called(_, let id, _):
      return isSelected(SubscriptionID(id), selection) || OwnerID(id).map { holds($0, selection) } ?? false
    case .childAdded(let owner, let child, _), .childRemoved(let owner, let child, _):
      let life = SubscriptionID(child).flatMap { trace.forest[$0] }
      return life.map { selection.contains($0.number) } ?? holds(owner, selection)
    case .owner(let owner, _, _, _), .ownerReleased(let owner), .ownerDisposed(let owner, _):
      return holds(owner, selection)
    case .scheduled(let work, _, let cause, _, _):
      guard let cause, events.contains(cause) else { return false }
      works.insert(work)
      return true
    case .workBegan(let work, _, _): return works.contains(work)
    case .workEnded(let work, _, _), .workCancelled(let work, _, _): return works.remove(work) != nil
    default: return !selection.isEmpty
    }
  }

  private func isSelected(_ id: SubscriptionID?, _ selection: Set<Int>) -> Bool {
    id.flatMap { trace.forest[$0] }.map { selection.contains($0.number) } ?? false
  }

  private func holds(_ owner: OwnerID, _ selection: Set<Int>) -> Bool {
    trace.forest[owner: owner]?.lives.contains { selection.contains($0.number) } ?? false
  }
}

/// The last events of many. An event causes things while it is delivered, so the oldest events may be
/// forgotten.
private struct RecentEvents {
  private static let most = 65_536
  private var newer = Set<EventID>()
  private var older = Set<EventID>()

  mutating func insert(_ event: EventID) {
    if newer.count == Self.most { (older, newer) = (newer, []) }
    newer.insert(event)
  }

  func contains(_ event: EventID) -> Bool { newer.contains(event) || older.contains(event) }
}

extension TraceEvent {
  /// The event's own number, where it has one.
  fileprivate var eventID: EventID? {
    switch self {
    case .next(_, let event, _, _), .error(_, let event, _, _), .completed(_, let event, _),
      .disposed(_, let event, _, _):
      event
    default: nil
    }
  }
}

extension Recording {
  /// Says so where the filters left nothing of the recording: an answer that is empty looks like a failure.
  func noteNothing(in trace: AnalyzedTrace, _ what: String) {
    let all = trace.forest.lives.count
    let reason =
      switch trace.selection?.count {
      case 0?: ": none of \(plural(all, "subscription")) is meant"
      case let count?: ": \(plural(count, "subscription")) of \(all) meant"
      case nil: ""
      }
    Output.note("\(name.shellWord): no \(what) matches\(reason)")
  }
}
