package import TraceAnalysis
package import TraceFormat

/// One record in the terms of the exports: a word, its subscription or owner, its cause, and its content.
package struct EventFields {
  /// The kinds of events, in the order in which the Common Trace Format numbers them. New ones go last.
  package static let kinds: [RecordKind] =
    first + RecordKind.events.filter { !first.contains($0) }

  private static let first: [RecordKind] = [
    .subscribed, .aliveBefore, .named, .next, .error, .completed, .disposed, .released, .handleReleased,
    .dropped, .mark, .lost, .overlap, .joined, .waiting, .counted, .begun, .connected, .disconnected, .owner,
    .ownerReleased, .ownerDisposed, .childAdded, .childRemoved, .called, .scheduled, .workBegan, .workEnded,
    .workCancelled,
  ]

  package let kind: RecordKind
  /// The subscription's number; nil where the record is about none, or about one that nobody saw.
  package private(set) var subscription: Int?
  package private(set) var event: EventID?
  package private(set) var cause: EventID?
  /// The owner of a subscription's handle, or the owner that the event is about.
  var owner: UInt64?
  /// A count, or the number of a connection, source, child, thread or work: SCHEMA.md lists its meaning for
  /// each kind.
  var number: UInt64?
  var text: String?

  package init(_ event: TraceEvent, _ forest: Forest) {
    func number(_ id: SubscriptionID?) -> Int? { id.flatMap { forest[$0]?.number } }
    kind = event.kind
    var reading = Reading()
    event.passed(through: &reading)
    subscription = number(reading.subject)
    self.event = reading.event
    cause = reading.cause
    owner = reading.owner
    self.number = reading.other == nil ? reading.number : number(reading.other).map { UInt64($0) }
    text = reading.words
    switch event {
    case .lost(let count, _): text = "\(count)"
    case .waiting(_, let input, let count):
      self.number = count
      text = input > 0 ? "input \(input)" : nil
    case .connected(_, _, let subscribers), .disconnected(_, _, let subscribers): text = "\(subscribers)"
    case .childAdded(_, let child, _), .childRemoved(_, let child, _):
      subscription = number(SubscriptionID(child))
    case .unheard(_, _, let count, let ended): text = "\(count)" + (ended == 0 ? "" : " after its end")
    case .called(let call, _, let site): text = "\(call) at \(site.file):\(site.line)"
    default: break
    }
  }

  /// Most events: the subscription that it is about, its event, cause and owner, the first number, and the
  /// last text.
  private struct Reading: FieldReader {
    var subject: SubscriptionID?
    /// Another subscription.
    var other: SubscriptionID?
    var event: EventID?
    var cause: EventID?
    var owner: UInt64?
    var number: UInt64?
    var words: String?

    mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID { near(subscription) }

    mutating func near(_ subscription: SubscriptionID) -> SubscriptionID {
      subject = subscription
      return subscription
    }

    mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
      subject = subscription
      return subscription
    }

    mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID {
      other = subscription
      return subscription
    }

    mutating func keep(_ event: EventID) -> EventID {
      self.event = event
      return event
    }

    mutating func keep(cause: EventID?) -> EventID? {
      self.cause = cause
      return cause
    }

    mutating func near(_ label: String, _ event: EventID) -> EventID {
      cause = event
      return event
    }

    mutating func near(_ label: String, ifAny event: EventID?) -> EventID? {
      cause = event
      return event
    }

    mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID {
      self.owner = owner.rawValue
      return owner
    }

    mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? {
      self.owner = owner?.rawValue
      return owner
    }

    mutating func plain(_ label: String, _ number: UInt64) -> UInt64 {
      self.number = self.number ?? number
      return number
    }

    mutating func plain(_ label: String, _ number: UInt32) -> UInt32 {
      self.number = self.number ?? UInt64(number)
      return number
    }

    mutating func near(_ label: String, of source: UInt64) -> UInt64 {
      number = source
      return source
    }

    mutating func word(_ kind: EventKind) -> EventKind {
      words = "\(kind)"
      return kind
    }

    mutating func word(_ reason: DisposalReason) -> DisposalReason {
      words = "\(reason)"
      return reason
    }

    mutating func word(_ kind: OwnerKind) -> OwnerKind {
      words = "\(kind)"
      return kind
    }

    mutating func text(_ label: String, _ text: String) -> String {
      words = text
      return text
    }

    mutating func text(_ label: String, ifAny text: String?) -> String? {
      if let text { words = text }
      return text
    }

    mutating func name(_ name: String) -> String {
      words = name
      return name
    }

    mutating func site(_ site: Site) -> Site {
      words = site.operatorName
      return site
    }
  }

  /// The event as an object.
  package func json(_ record: TraceRecord, _ trace: AnalyzedTrace) -> JSON {
    var members: [(name: String, value: JSON)] = [
      ("type", .text(kind.word)),
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
