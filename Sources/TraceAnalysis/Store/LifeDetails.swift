internal import TraceFormat

/// The fields of a life that only some drawings need. They are kept on request.
struct LifeDetails: Sendable {
  var end = CauseFields()
  var disposal = CauseFields()
  /// The events that led to the subscription, nearest first.
  var causes: [Cause] = []
  /// When its values came.
  var activity = Activity()

  /// Follows lives to their new indices, and forgets causes by lives without one.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    end.move(newIndex)
    disposal.move(newIndex)
    causes = causes.compactMap { cause in
      newIndex(cause.life).map { index in
        var moved = cause
        moved.life = index
        return moved
      }
    }
  }
}

/// An event that ended something, and what led to it.
struct CauseFields: Sendable {
  private var rawEvent: UInt64 = 0
  private var causeEvent: UInt64 = 0
  private var causeTime: UInt64 = 0
  private var causeLife = LifeLink.none
  private var causeKind = Cause.Kind.next

  init() {}

  /// `known` is what is known of the event that led to `event`.
  init(_ event: EventID, _ known: Cause?) {
    rawEvent = event.rawValue
    guard let known else { return }
    causeEvent = known.event.rawValue
    causeLife = LifeLink(known.life)
    causeTime = known.time
    causeKind = known.kind
  }

  var event: EventID? { EventID(rawEvent) }

  var cause: Cause? {
    guard let life = causeLife.index, let event = EventID(causeEvent) else { return nil }
    return Cause(event: event, kind: causeKind, life: life, time: causeTime)
  }

  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) { causeLife.move(newIndex) }
}
