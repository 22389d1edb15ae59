internal import TraceFormat

/// Values that a subscriber sent into what it was just receiving from.
extension ForestBuilder {
  private static let longestCycle = 32

  /// A value of `number` has waited for one further up the same stack, or for another thread. In the first case its
  /// `next` is the following event of this thread, if it was sent into a source.
  mutating func overlapped(_ number: Int, with other: ThreadID, on thread: ThreadID) {
    totals.overlaps += 1
    lives.changeRare(number - 1) { rare in
      rare.overlaps += 1
      if other != thread { rare.threadOverlaps += 1 }
    }
    if other == thread {
      (reentrant, reentrantThread) = (number, thread)
    } else if reentrantThread == thread {
      reentrant = 0
    }
  }

  /// The first value that a thread records after such an overlap.
  @inline(never)
  mutating func noteReentry(_ number: Int, cause: EventID?, on thread: ThreadID) {
    guard thread == reentrantThread else { return }
    if number == reentrant { reentered(number, cause: cause) } else { reentrant = 0 }
  }

  /// Notes the way that the events took from an earlier value of `number` to this one, and whether that had
  /// brought another one before.
  @inline(never)
  mutating func reentered(_ number: Int, cause: EventID?) {
    reentrant = 0
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
