package import TraceAnalysis
package import TraceFormat

/// One record in the terms of the exports: a word, its subscription or owner, its cause, and its content.
package struct EventFields {
  /// The kind of the event, as a word. In the order in which the Common Trace Format numbers them: new ones go last.
  package enum Kind: String, CaseIterable, Sendable {
    case subscribed
    case aliveBefore = "alive-before"
    case named, next, error, completed, disposed, released
    case handleReleased = "handle-released"
    case dropped, mark, lost, overlap, joined, waiting, counted, begun, connected, disconnected, owner
    case ownerReleased = "owner-released"
    case ownerDisposed = "owner-disposed"
    case added, removed, called, scheduled, began, ended, cancelled
    case joinedSource = "joined-source"
    case subscribedAgain = "subscribed-again"
  }

  package let kind: Kind
  /// The subscription's number; nil where the record is about none, or about one that nobody saw.
  package private(set) var subscription: Int?
  package private(set) var event: EventID?
  package private(set) var cause: EventID?
  /// The owner of a subscription's handle, or the owner that the event is about.
  var owner: UInt64?
  /// A count, or the number of a connection, source, child, thread or work: SCHEMA.md lists its meaning for each kind.
  var number: UInt64?
  var text: String?

  package init(_ event: TraceEvent, _ forest: Forest) {
    func number(_ id: SubscriptionID?) -> Int? { id.flatMap { forest[$0]?.number } }
    switch event {
    case .subscribed(let id, _, _, let site):
      self.init(.subscribed, number(id), text: site.operatorName)
    case .aliveBefore(let id, _, _, let site, _):
      self.init(.aliveBefore, number(id), text: site.operatorName)
    case .named(let id, let owner, let label):
      self.init(.named, number(id), owner: owner?.rawValue, text: label)
    case .next(let id, let event, let cause, let value):
      self.init(.next, number(id), event: event, cause: cause, text: value)
    case .error(let id, let event, let cause, let description):
      self.init(.error, number(id), event: event, cause: cause, text: description)
    case .completed(let id, let event, let cause):
      self.init(.completed, number(id), event: event, cause: cause)
    case .disposed(let id, let event, let cause, let reason):
      self.init(.disposed, number(id), event: event, cause: cause, text: "\(reason)")
    case .released(let id): self.init(.released, number(id))
    case .handleReleased(let id): self.init(.handleReleased, number(id))
    case .dropped(let id, let kind): self.init(.dropped, number(id), text: "\(kind)")
    case .mark(let event, let text): self.init(.mark, event: event, text: text)
    case .lost(let count, _): self.init(.lost, number: count, text: "\(count)")
    case .overlap(let id, let other):
      self.init(.overlap, number(id), number: UInt64(other.rawValue))
    case .joined(let id, let connection): self.init(.joined, number(id), number: connection)
    case .waiting(let id, let input, let count):
      self.init(.waiting, number(id), number: count, text: input > 0 ? "input \(input)" : nil)
    case .counted(let id, let values): self.init(.counted, number(id), number: values)
    case .begun(let id, let event): self.init(.begun, number(id), cause: event)
    case .joinedSource(let id, let source): self.init(.joinedSource, number(id), number: source)
    case .subscribedAgain(let id, let first):
      self.init(.subscribedAgain, number(id), number: number(first).map(UInt64.init))
    case .connected(let connection, let source, let subscribers):
      self.init(.connected, number(source), number: connection, text: "\(subscribers)")
    case .disconnected(let connection, let source, let subscribers):
      self.init(.disconnected, number(source), number: connection, text: "\(subscribers)")
    case .owner(let owner, let kind, let type, _):
      self.init(.owner, owner: owner.rawValue, text: type ?? "\(kind)")
    case .ownerReleased(let owner): self.init(.ownerReleased, owner: owner.rawValue)
    case .ownerDisposed(let owner, let children):
      self.init(.ownerDisposed, owner: owner.rawValue, number: children)
    case .childAdded(let owner, let child, _):
      self.init(.added, number(SubscriptionID(child)), owner: owner.rawValue, number: child)
    case .childRemoved(let owner, let child, _):
      self.init(.removed, number(SubscriptionID(child)), owner: owner.rawValue, number: child)
    case .called(let call, let id, let site):
      self.init(.called, number: id, text: "\(call) at \(site.file):\(site.line)")
    case .scheduled(let work, _, let cause, _, let name):
      self.init(.scheduled, cause: cause, number: work, text: name)
    case .workBegan(let work, _, let name): self.init(.began, number: work, text: name)
    case .workEnded(let work, _, let name): self.init(.ended, number: work, text: name)
    case .workCancelled(let work, _, let name): self.init(.cancelled, number: work, text: name)
    }
  }

  private init(
    _ kind: Kind, _ subscription: Int? = nil, event: EventID? = nil, cause: EventID? = nil,
    owner: UInt64? = nil, number: UInt64? = nil, text: String? = nil
  ) {
    self.kind = kind
    self.subscription = subscription
    self.event = event
    self.cause = cause
    self.owner = owner
    self.number = number
    self.text = text
  }

  /// The event as an object.
  package func json(_ record: TraceRecord, _ trace: AnalyzedTrace) -> JSON {
    var members: [(name: String, value: JSON)] = [
      ("type", .text(kind.rawValue)),
      ("time_ns", .number(record.time.since(trace.forest.began))),
      ("thread", .number(UInt64(record.thread.rawValue))),
    ]
    members.reserveCapacity(9)
    if let subscription { members.append(("id", .number(subscription))) }
    if let event { members.append(("event", .text(event.description))) }
    if let cause { members.append(("cause", .text(cause.description))) }
    if let owner { members.append(("owner", .number(owner))) }
    if let number { members.append(("number", .number(number))) }
    if let text { members.append(("text", .text(text))) }
    return .object(members)
  }
}
