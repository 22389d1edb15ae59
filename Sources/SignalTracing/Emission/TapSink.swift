import CSignalProbes
import TraceFormat

/// Hands an event to the tap in the words of a trace. Values are not described for it.
enum TapSink {
  /// A value's event is handed over in its parts: nothing of it is put into memory while nobody taps.
  @inline(__always)
  static func take(_ emission: Emission, _ text: () -> String?) {
    if case .next(let it, let numbers) = emission { next(it, numbers) } else { other(emission, text) }
  }

  @inline(never)
  private static func next(_ it: Emission.Slot, _ numbers: Emission.Numbers) {
    if let event = event(.next(it, numbers), { nil }) { TraceTap.send(event) }
  }

  @inline(never)
  private static func other(_ emission: Emission, _ text: () -> String?) {
    if let event = event(emission, text) { TraceTap.send(event) }
  }

  /// Nil where a number that is never 0 is 0.
  static func event(_ emission: Emission, _ text: () -> String?) -> TraceEvent? {
    func id(_ it: Emission.Slot) -> SubscriptionID? { SubscriptionID(it.pointee.identifier) }
    switch emission {
    case .subscribed(let it):
      let site = TracedSubscription(slot: it).site
      return id(it).map {
        .subscribed(
          $0, downstream: SubscriptionID(it.pointee.downstream), role: Role(rawValue: it.pointee.role),
          site: site)
      }
    case .named(let it, let owner): return id(it).map { .named($0, owner: OwnerID(owner), label: text()) }
    case .next(let it, let numbers):
      guard let id = id(it), let event = EventID(numbers.event) else { return nil }
      return .next(id, event: event, cause: EventID(numbers.cause), value: nil)
    case .error(let it, let numbers):
      guard let id = id(it), let event = EventID(numbers.event) else { return nil }
      return .error(id, event: event, cause: EventID(numbers.cause), description: text())
    case .completed(let it, let numbers):
      guard let id = id(it), let event = EventID(numbers.event) else { return nil }
      return .completed(id, event: event, cause: EventID(numbers.cause))
    case .disposed(let it, let numbers, let reason):
      guard let id = id(it), let event = EventID(numbers.event) else { return nil }
      return .disposed(id, event: event, cause: EventID(numbers.cause), reason: reason)
    case .released(let it): return id(it).map { .released($0) }
    case .handleReleased(let it): return id(it).map { .handleReleased($0) }
    case .dropped(let it, let kind): return id(it).map { .dropped($0, kind) }
    case .overlap(let it, let other): return id(it).map { .overlap($0, other: ThreadID(rawValue: other)) }
    case .joined(let it, let connection): return id(it).map { .joined($0, connection: connection) }
    case .begun(let it, let event):
      guard let id = id(it), let event = EventID(event) else { return nil }
      return .begun(id, within: event)
    case .joinedSource(let it, let source): return id(it).map { .joinedSource($0, source: source) }
    case .subscribedAgain(let it, let first):
      guard let first = SubscriptionID(first) else { return nil }
      return id(it).map { .subscribedAgain($0, first: first) }
    case .waiting(let it, let input, let count):
      return id(it).map { .waiting($0, input: input, count: count) }
    case .mark(let numbers): return EventID(numbers.event).map { .mark($0, text: text() ?? "") }
    case .connected(let connection, let source, let subscribers):
      return .connected(connection: connection, source: SubscriptionID(source), subscribers: subscribers)
    case .disconnected(let connection, let source, let subscribers):
      return .disconnected(connection: connection, source: SubscriptionID(source), subscribers: subscribers)
    case .owner(let owner, let kind, let site):
      return OwnerID(owner).map { .owner($0, kind: kind, type: text(), site: site.site) }
    case .ownerReleased(let owner): return OwnerID(owner).map { .ownerReleased($0) }
    case .called(let call, let id, let site): return .called(call, id: id, site: site.site)
    case .childAdded(let owner, let child, let total):
      return OwnerID(owner).map { .childAdded($0, child: child, total: total) }
    case .childRemoved(let owner, let child, let total):
      return OwnerID(owner).map { .childRemoved($0, child: child, total: total) }
    case .ownerDisposed(let owner, let children):
      return OwnerID(owner).map { .ownerDisposed($0, children: children) }
    case .scheduled(let it, let cause, let delay):
      return .scheduled(
        work: it.work, scheduler: it.scheduler, cause: EventID(cause), delay: delay,
        name: it.name.description)
    case .workBegan(let it):
      return .workBegan(work: it.work, scheduler: it.scheduler, name: it.name.description)
    case .workEnded(let it):
      return .workEnded(work: it.work, scheduler: it.scheduler, name: it.name.description)
    case .workCancelled(let it):
      return .workCancelled(work: it.work, scheduler: it.scheduler, name: it.name.description)
    }
  }
}
