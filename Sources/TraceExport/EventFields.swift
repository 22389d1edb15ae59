package import TraceAnalysis
package import TraceFormat
package import TraceRendering

/// One record in the terms of the exports: a word, the subscription's number, what led to it, what it says.
package struct EventFields {
  package private(set) var kind: String
  var subscription: Int?
  var event: EventID?
  var cause: EventID?
  var text: String?

  /// Nil for a record that is no event of the program's signals.
  package init?(_ event: TraceEvent, _ forest: Forest) {
    func number(_ id: SubscriptionID) -> Int? { forest[id]?.number }
    switch event {
    case .subscribed(let id, _, _, let site):
      self.init(kind: "subscribed", subscription: number(id), text: site.operatorName)
    case .aliveBefore(let id, _, _, let site, _):
      self.init(kind: "alive-before", subscription: number(id), text: site.operatorName)
    case .named(let id, _, let label):
      self.init(kind: "named", subscription: number(id), text: label)
    case .next(let id, let event, let cause, let value):
      self.init(kind: "next", subscription: number(id), event: event, cause: cause, text: value)
    case .error(let id, let event, let cause, let description):
      self.init(kind: "error", subscription: number(id), event: event, cause: cause, text: description)
    case .completed(let id, let event, let cause):
      self.init(kind: "completed", subscription: number(id), event: event, cause: cause)
    case .disposed(let id, let event, let cause, let reason):
      self.init(kind: "disposed", subscription: number(id), event: event, cause: cause, text: "\(reason)")
    case .released(let id): self.init(kind: "released", subscription: number(id))
    case .handleReleased(let id): self.init(kind: "handle-released", subscription: number(id))
    case .dropped(let id, let kind): self.init(kind: "dropped", subscription: number(id), text: "\(kind)")
    case .mark(let event, let text): self.init(kind: "mark", event: event, text: text)
    case .lost(let count, _): self.init(kind: "lost", text: "\(count)")
    default: return nil
    }
  }

  private init(
    kind: String, subscription: Int? = nil, event: EventID? = nil, cause: EventID? = nil, text: String? = nil
  ) {
    self.kind = kind
    self.subscription = subscription
    self.event = event
    self.cause = cause
    self.text = text
  }

  /// The event as an object.
  package func json(_ record: TraceRecord, _ trace: AnalyzedTrace) -> JSON {
    var members: [(name: String, value: JSON)] = [
      ("type", .text(kind)), ("time_ns", .number(record.time - min(record.time, trace.forest.began))),
      ("thread", .number(UInt64(record.thread.rawValue))),
    ]
    if let subscription { members.append(("id", .number(subscription))) }
    if let event { members.append(("event", .text(event.description))) }
    if let cause { members.append(("cause", .text(cause.description))) }
    if let text { members.append(("text", .text(text))) }
    return .object(members)
  }
}
