internal import TraceFormat

/// A value that has waited for another one: its `next` is the following event of the thread, if it was sent into a source.
struct WaitedValue {
  /// The number of the subscription; 0 for none.
  var number = 0
  var thread = ThreadID(rawValue: 0)
  /// It waited for a value further up the same stack.
  var isNested = false
  /// The last event of the thread when it had to wait, if that was this very value: an operator lets it wait.
  var itself: EventID?
  /// Where it waited for a value of its own subscription: the subscription within whose delivery that value was sent, 0
  /// where nobody knows. Nil where it waited for something else.
  var inside: UInt32?
}

/// Values that a subscriber sent into the source that it was just receiving from, and values of two threads at once.
extension ForestBuilder {
  private static let longestCycle = 32

  /// A value of `number` has waited for one further up the same stack, or for another thread.
  mutating func overlapped(_ number: Int, with other: ThreadID, on thread: ThreadID) {
    totals.overlaps += 1
    lives.changeRare(number - 1) { rare in
      rare.overlaps += 1
      if other != thread { rare.threadOverlaps += 1 }
    }
    waited = WaitedValue(number: number, thread: thread, isNested: other == thread)
    if other == thread, threads.lastSender(on: thread) == number {
      waited.itself = threads.lastEvent(on: thread)
    }
    // A thread that delivers the value for another thread has delivered an event before.
    if other != thread, other.rawValue != 0 { waited.inside = senderInside(number, on: thread) }
  }

  /// The thread was delivering a value of `number` when another one came. Returns the subscription within whose
  /// delivery the first value was sent, 0 where nobody knows. Nil where the thread was delivering something else: a
  /// value of another source of an operator, or a value that had waited itself.
  private func senderInside(_ number: Int, on thread: ThreadID) -> UInt32? {
    let chain = recent.chain(from: threads.lastEvent(on: thread), depth: Self.longestCycle)
    guard let place = chain.firstIndex(where: { $0.life == number }),
      lives.rare(of: number - 1, { $0.newestWaited }) != chain[place].event.rawValue
    else { return nil }
    return place + 1 < chain.count ? UInt32(clamping: chain[place + 1].life) : 0
  }

  /// The first value that a thread records after such an overlap.
  @inline(never)
  mutating func noteWaited(_ number: Int, _ event: EventID, cause: EventID?, on thread: ThreadID) {
    guard thread == waited.thread else { return }
    let its = waited
    waited.number = 0
    // An event that an operator lets wait was recorded before, on the thread that sent it.
    guard number == its.number else {
      if let itself = its.itself { heldBack(its.number, itself) }
      return
    }
    if its.isNested { return reentered(number, cause: cause, after: lives[number - 1].values) }
    let sender = UInt32(clamping: recent.cause(cause)?.life ?? 0)
    lives.changeRare(number - 1) { rare in
      rare.newestWaited = event.rawValue
      guard let inside = its.inside else { return }
      rare.ownOverlaps += 1
      rare.senders.note(inside, sender)
    }
  }

  /// An operator lets a value of `number` wait, as it is delivering another one. This is a re-entry if an earlier value
  /// of the same signal has led to it, and nothing on the way keeps values for later: a chain that a clock paces is no
  /// loop.
  private mutating func heldBack(_ number: Int, _ event: EventID) {
    let chain = recent.chain(from: event, depth: Self.longestCycle)
    guard chain.count > 1, let earlier = chain.dropFirst().firstIndex(where: { $0.life == number }),
      !chain[..<earlier].contains(where: { keepsForLater(traits(of: $0.life)) })
    else { return }
    reentered(number, cause: chain[1].event, after: lives[number - 1].values - 1)
  }

  private func keepsForLater(_ traits: SiteTraits) -> Bool {
    traits.contains(.timer) || traits.contains(.buffers) && !traits.contains(.gathers)
  }

  /// Notes the way of the events from an earlier value of `number` to this one, and whether the earlier value had
  /// brought another one before.
  ///
  /// - Parameter before: the number of values before this one.
  @inline(never)
  mutating func reentered(_ number: Int, cause: EventID?, after before: UInt64) {
    lives.changeRare(number - 1) { rare in
      rare.reentries += 1
      rare.reentryRun = rare.valuesAtReentry == before && rare.reentries > 1 ? rare.reentryRun + 1 : 1
      rare.longestReentryRun = max(rare.longestReentryRun, rare.reentryRun)
      rare.valuesAtReentry = before + 1
    }
    let chain = recent.chain(from: cause, depth: Self.longestCycle)
    // Of a subject's subscribers one has received the value, and another one reports that the next had to wait.
    let site = lives[number - 1].site
    guard let start = chain.firstIndex(where: { $0.life == number || lives[$0.life - 1].site == site })
    else { return }
    let origin = chain[start].event.rawValue
    lives.changeRare(number - 1) { rare in
      if rare.reentryOrigin == origin { rare.reentrySiblings += 1 }
      rare.reentryOrigin = origin
      if rare.cycle.isEmpty { rare.cycle = chain[...start].reversed().map(\.life) }
    }
  }
}
