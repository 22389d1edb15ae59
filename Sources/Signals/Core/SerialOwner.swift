public import SignalTracing
public import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Lets one thread at a time deliver, and nobody wait: what finds another inside is left in a queue, and whoever is
/// inside delivers it next. So every subscriber sees one order, nothing blocks during a callback, and a re-entrant send
/// returns before its value is delivered.
///
/// The word is 0 while nobody is inside, else the thread's mark, with the lowest bit set once something waits. A thread
/// that ends inside, or that a forked child does not have, stays inside: nobody knows how far it came. What is sent
/// afterwards is given up, not queued for ever.
@usableFromInline
struct SerialOwner: ~Copyable {
  @usableFromInline let word = Atomic<UInt32>(0)
  private let lock = LockWord()

  /// So many turns does a sender wait for another thread before it leaves its event in the queue.
  private static let patience = 64

  @usableFromInline init() {}

  /// True if this thread is inside now; it must `leave`.
  @inlinable @inline(__always)
  func enter() -> Bool {
    word.compareExchange(expected: 0, desired: SpinWait.threadMark, ordering: .acquiring).exchanged
  }

  /// True if nothing waits and nobody is inside any more; else the caller drains the queue.
  @inlinable @inline(__always)
  func leave() -> Bool {
    // While this thread is inside, others change but the lowest bit.
    let mark = word.load(ordering: .relaxed) & ~1
    return word.compareExchange(expected: mark, desired: 0, ordering: .releasing).exchanged
  }

  /// True if this very thread is inside, further up its stack.
  var isMine: Bool { word.load(ordering: .relaxed) & ~1 == SpinWait.threadMark }

  /// A short wait for another thread; true if this thread is inside now.
  func enterPatiently() -> Bool {
    if isMine { return false }
    for _ in 0..<Self.patience {
      if word.load(ordering: .relaxed) == 0, enter() { return true }
      SpinWait.pause()
    }
    return false
  }

  /// Runs `queue`, which leaves something to do, and tells whoever is inside.
  ///
  /// - Returns: true if nobody was: the caller is inside now, and drains the queue.
  func postpone(_ queue: () -> Void) -> Bool {
    guard lock.take() || lock.wait() else { return giveUp() }
    defer { lock.give() }
    let inside = word.load(ordering: .relaxed) & ~1
    if inside != 0, inside != SpinWait.threadMark, !SpinWait.threadLives(inside) { return giveUp() }
    queue()
    while true {
      let owner = word.load(ordering: .relaxed)
      let desired = owner == 0 ? SpinWait.threadMark : owner | 1
      if word.compareExchange(expected: owner, desired: desired, ordering: .acquiringAndReleasing).exchanged {
        return owner == 0
      }
    }
  }

  /// Runs `take`, which takes what waits; when it says that nothing did, this thread is inside no more.
  ///
  /// - Returns: what `take` returned: whether there is something to deliver.
  func takeWaiting(_ take: () -> Bool) -> Bool {
    guard lock.take() || lock.wait() else {
      word.store(SpinWait.markOfNobody, ordering: .releasing)
      return giveUp()
    }
    defer { lock.give() }
    if take() { return true }
    word.store(0, ordering: .releasing)
    return false
  }

  /// Runs `body` while nothing can be put into the queue.
  func withLock<Result>(_ body: () -> Result) -> Result {
    if !lock.take() { lock.insist() }
    defer { lock.give() }
    return body()
  }

  /// An event cannot be delivered, now or later. In a debug build a line says so, once.
  private func giveUp() -> Bool {
    #if DEBUG
      if !Self.hasTold.exchange(true, ordering: .relaxed) {
        let line: StaticString = """
          Signals: an event is given up: a thread that was delivering to the same subscriber is gone, or a signal
          handler has interrupted that delivery. See "Processes and threads" in CONTRACT.md.

          """
        _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      }
    #endif
    return false
  }

  private static let hasTold = Atomic<Bool>(false)
}
