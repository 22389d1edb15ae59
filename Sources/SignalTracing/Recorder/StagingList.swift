import CSignalProbes

/// A list of threads' stagings. A staging is in at most one list. Guarded by the registry's lock.
///
/// A signal handler may end the thread that has the lock between any two steps. So only `next` decides which
/// stagings are in the list. `previous` and `last` are shortcuts, and are checked.
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
    // Only now: before this the staging is in no list, and no link may lead to it.
    rx_signal_fence()
    old?.pointee.previous = staging
    if old == nil { last = staging }
    count += 1
  }

  mutating func remove(_ staging: ThreadStaging.Pointer) {
    let before = before(staging)
    // The staging is in no list.
    guard before != nil || staging == first else { return }
    let next = staging.pointee.next
    if last == staging { last = before }
    // The shortcut first: while it is wrong, the list is searched from its beginning.
    next?.pointee.previous = before
    rx_signal_fence()
    if let before { before.pointee.next = next } else { first = next }
    rx_signal_fence()
    (staging.pointee.next, staging.pointee.previous) = (nil, nil)
    count -= 1
  }

  /// The neighbour whose `next` is this staging; nil for the first, and for a staging that is in no list.
  private func before(_ staging: ThreadStaging.Pointer) -> ThreadStaging.Pointer? {
    guard staging != first else { return nil }
    if let before = staging.pointee.previous, before.pointee.next == staging { return before }
    var other = first
    while let current = other, current.pointee.next != staging { other = current.pointee.next }
    return other
  }

  mutating func removeAll() { (first, last, count) = (nil, nil, 0) }

  /// Calls the body with each staging. The body may remove that staging.
  func forEach(_ body: (ThreadStaging.Pointer) -> Void) {
    var next = first
    while let current = next {
      next = current.pointee.next
      body(current)
    }
  }

  /// Calls the body with each staging, the oldest first, until it returns false. The body may remove that
  /// staging.
  func forOldest(_ body: (ThreadStaging.Pointer) -> Bool) {
    var next = last
    while let current = next {
      next = current.pointee.previous
      if let before = next, before.pointee.next != current { next = nil }
      guard body(current) else { return }
    }
  }
}
