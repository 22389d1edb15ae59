import CSignalProbes

/// Stagings of threads, each of which is in one list at most. Guarded by the registry's lock.
///
/// A signal handler may end the thread that has the lock between any two steps. So `next` alone says what is
/// in the list; `previous` and `last` only shorten the way, and are checked.
struct StagingList {
  private var first: ThreadStaging.Pointer?
  private var last: ThreadStaging.Pointer?
  private(set) var count = 0

  mutating func add(_ staging: ThreadStaging.Pointer) {
    let old = first
    staging.pointee.previous = nil
    staging.pointee.next = old
    rx_signal_fence()
    first = staging
    // Only now: until then it is in no list, and nothing may lead to it.
    rx_signal_fence()
    old?.pointee.previous = staging
    if old == nil { last = staging }
    count += 1
  }

  mutating func remove(_ staging: ThreadStaging.Pointer) {
    let before = before(staging)
    // It is in no list.
    guard before != nil || staging == first else { return }
    let next = staging.pointee.next
    if last == staging { last = before }
    // The hint first: as long as it leads nowhere, the whole way is taken.
    next?.pointee.previous = before
    rx_signal_fence()
    if let before { before.pointee.next = next } else { first = next }
    rx_signal_fence()
    (staging.pointee.next, staging.pointee.previous) = (nil, nil)
    count -= 1
  }

  /// The neighbour that leads to this one; nil for the first, and for one that is in no list.
  private func before(_ staging: ThreadStaging.Pointer) -> ThreadStaging.Pointer? {
    guard staging != first else { return nil }
    if let before = staging.pointee.previous, before.pointee.next == staging { return before }
    var other = first
    while let current = other, current.pointee.next != staging { other = current.pointee.next }
    return other
  }

  mutating func removeAll() { (first, last, count) = (nil, nil, 0) }

  /// Goes through them. The body may remove the staging that it is given.
  func forEach(_ body: (ThreadStaging.Pointer) -> Void) {
    var next = first
    while let current = next {
      next = current.pointee.next
      body(current)
    }
  }

  /// Goes through some of them, the oldest first. The body may remove the staging that it is given, and says
  /// whether to go on.
  func forOldest(_ body: (ThreadStaging.Pointer) -> Bool) {
    var next = last
    while let current = next {
      next = current.pointee.previous
      if let before = next, before.pointee.next != current { next = nil }
      guard body(current) else { return }
    }
  }
}
