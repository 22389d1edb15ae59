internal import Synchronization

/// The time of a compare-and-swap that nobody disturbs on this machine, in nanoseconds. With the locked instructions of
/// a row it tells how much of the row's time another machine may change.
func compareAndSwapCost() -> Double {
  let word = Atomic<Int>(0)
  let turns = 1_000_000
  var least = Double.infinity
  for _ in 0..<7 {
    let start = Clock.thread.now
    for turn in 0..<turns {
      _ = word.compareExchange(expected: turn, desired: turn + 1, ordering: .acquiringAndReleasing)
    }
    least = min(least, (Clock.thread.now - start) / Double(turns))
    word.store(0, ordering: .relaxed)
  }
  return least
}
