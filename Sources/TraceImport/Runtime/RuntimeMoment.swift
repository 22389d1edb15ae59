import TraceFormat

/// The records of one moment on one thread.
struct RuntimeMoment {
  let time: UInt64
  let thread: ThreadID
  var events: UInt64
  var records: [TraceRecord] = []

  init(time: UInt64, thread: (id: ThreadID, events: UInt64)) {
    self.time = time
    self.thread = thread.id
    events = thread.events
  }

  /// Adds what happened, on this thread or on another one.
  mutating func add(_ event: TraceEvent, on other: ThreadID? = nil) {
    records.append(TraceRecord(time: time, thread: other ?? thread, event: event))
  }

  mutating func next(_ id: SubscriptionID) { add(.next(id, event: number(), cause: nil, value: nil)) }

  mutating func finished(_ id: SubscriptionID, hasFailed: Bool = false) {
    add(
      hasFailed
        ? .error(id, event: number(), cause: nil, description: nil)
        : .completed(id, event: number(), cause: nil))
    disposed(id, .terminated)
  }

  mutating func disposed(_ id: SubscriptionID, _ reason: DisposalReason) {
    add(.disposed(id, event: number(), cause: nil, reason: reason))
  }

  private mutating func number() -> EventID {
    events += 1
    return EventID(thread: thread, sequence: events)
  }
}
