package import TraceFormat

/// Writes down, by hand, what a program did, and makes the records of it.
///
/// Times are seconds since the start. What one thread does at the same moment happens one microsecond after
/// the other, in the order of writing.
package struct TraceScript {
  /// When the program started, on `CLOCK_MONOTONIC`.
  package static let start: UInt64 = 1_000_000_000_000

  private var records: [TraceRecord] = []
  private var ticks: [UInt32: [Double: UInt64]] = [:]
  private var subscriptions: UInt64 = 0
  private var sequences: [UInt32: UInt64] = [:]

  package init() {}

  /// The records in the order of time.
  package var trace: [TraceRecord] {
    records.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// A moment as records have it.
  package static func time(_ seconds: Double) -> UInt64 {
    UInt64(Int64(start) + Int64((seconds * 1e6).rounded()) * 1000)
  }

  @discardableResult
  package mutating func subscribe(
    _ operatorName: String, _ place: String, for downstream: SubscriptionID? = nil,
    as role: Role.Kind = .source, number: UInt32 = 0, label: String? = nil, traits: SiteTraits? = nil,
    joining source: UInt64? = nil, at time: Double, thread: UInt32 = 1
  ) -> SubscriptionID {
    subscriptions += 1
    let id = SubscriptionID(subscriptions)!
    let parts = place.split(separator: ":")
    let site = Site(
      operatorName: operatorName, file: "feedd/\(parts[0])", line: UInt32(parts[1])!,
      traits: traits ?? SiteTraits(operatorName: operatorName))
    let role = Role(role, number: number)
    add(.subscribed(id, downstream: downstream, role: role, site: site), time, thread)
    if let source { add(.joinedSource(id, source: source), time, thread) }
    if let label { add(.named(id, owner: nil, label: label), time, thread) }
    return id
  }

  /// A value that starts at the first subscription and is passed on by the others, each caused by the one
  /// before it. Returns the last event.
  @discardableResult
  package mutating func next(
    _ path: [SubscriptionID], cause: EventID? = nil, at time: Double, thread: UInt32 = 1
  ) -> EventID? {
    send(path, cause, time, thread) { .next($0, event: $1, cause: $2, value: nil) }
  }

  @discardableResult
  package mutating func complete(
    _ path: [SubscriptionID], cause: EventID? = nil, at time: Double, thread: UInt32 = 1
  ) -> EventID? {
    send(path, cause, time, thread) { .completed($0, event: $1, cause: $2) }
  }

  @discardableResult
  package mutating func fail(
    _ path: [SubscriptionID], _ description: String?, cause: EventID? = nil,
    at time: Double, thread: UInt32 = 1
  ) -> EventID? {
    send(path, cause, time, thread) { .error($0, event: $1, cause: $2, description: description) }
  }

  /// The first is disposed for `reason`, the others because their downstream was.
  package mutating func dispose(
    _ path: [SubscriptionID], _ reason: DisposalReason, cause: EventID? = nil,
    at time: Double, thread: UInt32 = 1
  ) {
    var reason = reason
    for id in path {
      add(.disposed(id, event: event(on: thread), cause: cause, reason: reason), time, thread)
      reason = .downstream
    }
  }

  package mutating func add(_ event: TraceEvent, _ time: Double, _ thread: UInt32 = 1) {
    let tick = ticks[thread]?[time] ?? 0
    ticks[thread, default: [:]][time] = tick + 1
    records.append(
      TraceRecord(time: Self.time(time) + tick * 1000, thread: ThreadID(rawValue: thread), event: event))
  }

  package mutating func event(on thread: UInt32) -> EventID {
    sequences[thread, default: 0] += 1
    return EventID(thread: ThreadID(rawValue: thread), sequence: sequences[thread]!)
  }

  private mutating func send(
    _ path: [SubscriptionID], _ cause: EventID?, _ time: Double, _ thread: UInt32,
    _ make: (SubscriptionID, EventID, EventID?) -> TraceEvent
  ) -> EventID? {
    var cause = cause
    for id in path {
      let event = event(on: thread)
      add(make(id, event, cause), time, thread)
      cause = event
    }
    return cause
  }
}
