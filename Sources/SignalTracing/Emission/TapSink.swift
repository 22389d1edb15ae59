import CSignalProbes
import TraceFormat

/// Hands an event to the tap in the form of a trace. Values are not described for it.
enum TapSink {
  /// A value's event is passed in its parts: while nothing taps, none of them is put into memory.
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

  /// Nil if a number that is never 0 is 0.
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
    case .mark(let numbers): return EventID(numbers.event).map { .mark($0, text: text() ?? "") }
    case .owner(let owner, let kind, let site):
      return OwnerID(owner).map { .owner($0, kind: kind, type: text(), site: site.site) }
    case .called(let call, let id, let site): return .called(call, id: id, site: site.site)
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
