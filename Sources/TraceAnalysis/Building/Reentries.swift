internal import TraceFormat

/// A value that has waited for another one: its `next` is the following event of the thread, if it was sent
/// into a source.
struct WaitedValue {
  var life: LifeIndex
  let thread: ThreadID
  /// It waited for a value further up the same stack.
  let isNested: Bool
  /// The last event of the thread when it had to wait, if that was this very value: an operator lets it wait.
  var itself: EventID?
  /// Where it waited for a value of its own subscription: the subscription within whose delivery that value
  /// was sent, none where nobody knows. Nil where it waited for something else.
  var inside: LifeLink?

  /// The same with new indices; nil where the life has none.
  func moved(_ newIndex: (LifeIndex) -> LifeIndex?) -> WaitedValue? {
    guard let index = newIndex(life) else { return nil }
    var moved = self
    moved.life = index
    moved.inside?.move(newIndex)
    return moved
  }
}

/// Values that a subscriber sent into the source that it was just receiving from, and values of two threads
/// at once.
extension ForestBuilder {
  private static let longestCycle = 32

  /// A value of a life has waited for one further up the same stack, or for another thread.
  mutating func overlapped(_ life: LifeIndex, with other: ThreadID, on thread: ThreadID) {
    totals.overlaps += 1
    lives.changeRare(life) { rare in
      rare.overlaps += 1
      if other != thread { rare.threadOverlaps += 1 }
    }
    var waited = WaitedValue(life: life, thread: thread, isNested: other == thread)
    if other == thread, threads.lastSender(on: thread) == life {
      waited.itself = threads.lastEvent(on: thread)
    }
    // A thread that delivers the value for another thread has delivered an event before.
    if other != thread, other.rawValue != 0 { waited.inside = senderInside(life, on: thread) }
    self.waited = waited
  }

  /// The thread was delivering a value of a life when another one came. Returns the subscription within whose
  /// delivery the first value was sent, none where nobody knows. Nil where the thread was delivering
  /// something else: a value of another source of an operator, or a value that had waited itself.
  private func senderInside(_ life: LifeIndex, on thread: ThreadID) -> LifeLink? {
    let chain = recent.chain(from: threads.lastEvent(on: thread), depth: Self.longestCycle)
    guard let place = chain.firstIndex(where: { $0.life == life }),
      lives.rare(of: life, { $0.newestWaited }) != chain[place].event.rawValue
    else { return nil }
    return place + 1 < chain.count ? LifeLink(chain[place + 1].life) : LifeLink.none
  }

  /// The first value that a thread records after such an overlap.
  @inline(never)
  mutating func noteWaited(
    _ its: WaitedValue, _ life: LifeIndex, _ event: EventID, cause: EventID?, on thread: ThreadID
  ) {
    guard thread == its.thread else { return }
    waited = nil
    // An event that an operator lets wait was recorded before, on the thread that sent it.
    guard life == its.life else {
      if let itself = its.itself { heldBack(its.life, itself) }
      return
    }
    if its.isNested { return reentered(life, cause: cause, after: lives[life].values) }
    let sender = LifeLink(recent.cause(cause)?.life)
    lives.changeRare(life) { rare in
      rare.newestWaited = event.rawValue
      guard let inside = its.inside else { return }
      rare.ownOverlaps += 1
      rare.senders.note(inside, sender)
    }
  }

  /// An operator lets a value of a life wait, as it is delivering another one. This is a re-entry if an
  /// earlier value of the same signal has led to it, and nothing on the way keeps values for later: a chain
  /// that a clock paces is no loop.
  private mutating func heldBack(_ life: LifeIndex, _ event: EventID) {
    let chain = recent.chain(from: event, depth: Self.longestCycle)
    guard chain.count > 1, let earlier = chain.dropFirst().firstIndex(where: { $0.life == life }),
      !chain[..<earlier].contains(where: { keepsForLater(traits(of: $0.life)) })
    else { return }
    reentered(life, cause: chain[1].event, after: lives[life].values - 1)
  }

  private func keepsForLater(_ traits: SiteTraits) -> Bool {
    traits.contains(.timer) || traits.contains(.buffers) && !traits.contains(.gathers)
  }

  /// Notes the way of the events from an earlier value of a life to this one, and whether the earlier value
  /// had brought another one before.
  ///
  /// - Parameter before: the number of values before this one.
  @inline(never)
  mutating func reentered(_ life: LifeIndex, cause: EventID?, after before: UInt64) {
    lives.changeRare(life) { rare in
      rare.reentries += 1
      rare.reentryRun = rare.valuesAtReentry == before && rare.reentries > 1 ? rare.reentryRun + 1 : 1
      rare.longestReentryRun = max(rare.longestReentryRun, rare.reentryRun)
      rare.valuesAtReentry = before + 1
    }
    let chain = recent.chain(from: cause, depth: Self.longestCycle)
    // Of a subject's subscribers one has received the value, and another one reports that the next had to
    // wait.
    let site = lives[life].site
    guard let start = chain.firstIndex(where: { $0.life == life || lives[$0.life].site == site })
    else { return }
    let origin = chain[start].event.rawValue
    lives.changeRare(life) { rare in
      if rare.reentryOrigin == origin { rare.reentrySiblings += 1 }
      rare.reentryOrigin = origin
      if rare.cycle.isEmpty { rare.cycle = chain[...start].reversed().map(\.life) }
    }
  }
}
