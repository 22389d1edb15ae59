internal import TraceFormat

/// A value that has waited for another one: its `next` is the following event of the thread, if it was sent into a source.
struct WaitedValue {
  /// Of the subscription; 0 for none.
  var number = 0
  var thread = ThreadID(rawValue: 0)
  /// The subscription within whose delivery the value was sent that it waited for, from another thread; 0 where that is
  /// not known. Nil where it waited for one further up the same stack.
  var inside: UInt32?
}

/// Values that a subscriber sent into what it was just receiving from, and values that two threads sent at once.
extension ForestBuilder {
  private static let longestCycle = 32
  /// Among so many values that waited, those who sent them are looked for.
  private static let fewWaited: UInt64 = 64

  /// A value of `number` has waited for one further up the same stack, or for another thread.
  mutating func overlapped(_ number: Int, with other: ThreadID, on thread: ThreadID) {
    totals.overlaps += 1
    lives.changeRare(number - 1) { rare in
      rare.overlaps += 1
      if other != thread { rare.threadOverlaps += 1 }
    }
    if other == thread {
      waited = WaitedValue(number: number, thread: thread)
    } else if lives.rare(of: number - 1, { $0.threadOverlaps <= Self.fewWaited && !$0.senders.areKnown })
      == true
    {
      // Whoever delivers it for another thread has delivered one before.
      let inside = other.rawValue == 0 ? 0 : sender(into: number, before: threads.lastEvent(on: thread))
      waited = WaitedValue(number: number, thread: thread, inside: inside)
    } else if waited.thread == thread {
      waited.number = 0
    }
  }

  /// Within whose delivery the value of `number` was sent that `event` is, or has come of.
  private func sender(into number: Int, before event: EventID?) -> UInt32 {
    let chain = recent.chain(from: event, depth: Self.longestCycle)
    guard let place = chain.firstIndex(where: { $0.life == number }), place + 1 < chain.count else {
      return 0
    }
    return UInt32(clamping: chain[place + 1].life)
  }

  /// The first value that a thread records after such an overlap.
  @inline(never)
  mutating func noteWaited(_ number: Int, cause: EventID?, on thread: ThreadID) {
    guard thread == waited.thread else { return }
    let inside = waited.inside
    let isIts = number == waited.number
    waited.number = 0
    guard isIts else { return }
    guard let inside else { return reentered(number, cause: cause) }
    let sender = UInt32(clamping: recent.cause(cause)?.life ?? 0)
    lives.changeRare(number - 1) { $0.senders.note(inside, sender) }
  }

  /// Notes the way that the events took from an earlier value of `number` to this one, and whether that had
  /// brought another one before.
  @inline(never)
  mutating func reentered(_ number: Int, cause: EventID?) {
    let before = lives[number - 1].values
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
