internal import TraceFormat

/// What of a life only some pictures need. Kept where they are asked for.
struct LifeDetails: Sendable {
  var end = CauseFields()
  var disposal = CauseFields()
  /// The events that led to the subscription, nearest first.
  var causes: [Cause] = []
  /// When its values came.
  var activity = Activity()

  mutating func renumber(_ numbered: (UInt32) -> UInt32) {
    end.renumber(numbered)
    disposal.renumber(numbered)
    for index in causes.indices { causes[index].life = Int(numbered(UInt32(clamping: causes[index].life))) }
  }
}

/// An event that ended something, and what led to it.
struct CauseFields: Sendable {
  private var rawEvent: UInt64 = 0
  private var causeEvent: UInt64 = 0
  private var causeTime: UInt64 = 0
  private var causeLife: UInt32 = 0
  private var causeKind = Cause.Kind.next

  init() {}

  /// `known` is what is known of the event that led to `event`.
  init(_ event: EventID, _ known: Cause?) {
    rawEvent = event.rawValue
    guard let known else { return }
    causeEvent = known.event.rawValue
    causeLife = UInt32(clamping: known.life)
    causeTime = known.time
    causeKind = known.kind
  }

  var event: EventID? { EventID(rawEvent) }

  var cause: Cause? {
    guard causeLife > 0, let event = EventID(causeEvent) else { return nil }
    return Cause(event: event, kind: causeKind, life: Int(causeLife), time: causeTime)
  }

  mutating func renumber(_ numbered: (UInt32) -> UInt32) {
    if causeLife > 0 { causeLife = numbered(causeLife) }
  }
}
