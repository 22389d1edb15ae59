import CSignalProbes
import TraceFormat

/// The number of living subscriptions, by call site, and the numbers of subscriptions that have begun and
/// ended so far.
package struct LifeCounts: Sendable {
  /// The subscriptions that have not ended, by call site.
  package let living: [Site: Int]
  /// The subscriptions that have ended and are still in memory.
  package let endedInMemory: Int
  /// The subscriptions that were in memory at the counter's first count, and all that began afterwards.
  package let started: UInt64
  /// The number of these that have ended. `started` less `ended` is the number of living subscriptions.
  package let ended: UInt64
}

/// Counts the subscriptions of the process again and again, on any thread, without stopping other threads.
///
/// It reads the table of living subscriptions, in less than 0.1 µs for each record. The number of a record
/// grows when its subscription leaves memory. So two counts tell how many subscriptions began and ended
/// between them, although these events are not counted. The number has 24 bits: if 16,777,216 subscriptions
/// use one record in turn between two counts, these are missed. A forked child needs a counter of its own.
package struct LifeCounter: Sendable {
  /// The number of each record at the last count, chunk by chunk.
  private var numbers: [UInt32] = []
  /// The index of a chunk's first number.
  private var beginnings: [UInt: Int] = [:]
  private var hasCounted = false
  /// The number of subscriptions that have left memory since the first count.
  private var gone: UInt64 = 0

  package init() {
    // In a forked child the table may still be the parent's.
    ThreadState.setEndHandler()
    rx_live_own()
  }

  /// Counts now. `started` and `ended` are never smaller than at an earlier count.
  package mutating func count() -> LifeCounts {
    var places: [Place: Int] = [:]
    var (living, endedInMemory) = (0, 0)
    var place = rx_place()
    var (current, beginning) = (UInt(0), 0)
    LiveTable.forEachSlot { slot, number, chunk in
      if chunk != current { (current, beginning) = (chunk, numbersBegin(of: chunk)) }
      // A record changes while it is read only if another thread begins and ends a subscription in it.
      while !rx_subscription_look(slot, &place), place.state & 0xff != 0 {}
      let now = place.state >> 8
      if hasCounted { gone &+= UInt64((now &- numbers[beginning + number]) & 0xff_ffff) }
      numbers[beginning + number] = now
      switch place.state & 0xff {
      case 0: break
      case 1:
        living += 1
        places[Place(of: place), default: 0] += 1
      default: endedInMemory += 1
      }
    }
    hasCounted = true
    var sites: [Site: Int] = [:]
    for (place, count) in places { sites[place.site, default: 0] += count }
    let ended = gone &+ UInt64(endedInMemory)
    return LifeCounts(
      living: sites, endedInMemory: endedInMemory, started: ended &+ UInt64(living), ended: ended)
  }

  private mutating func numbersBegin(of chunk: UInt) -> Int {
    if let known = beginnings[chunk] { return known }
    let new = numbers.count
    numbers += repeatElement(0, count: LiveTable.slotsOfAChunk)
    beginnings[chunk] = new
    return new
  }
}
