public import SignalTracing
public import Synchronization

/// Lets one thread at a time deliver, and no thread waits. A thread that finds another thread inside leaves
/// its event in a queue, and the thread inside delivers it next. So every subscriber sees one order, nothing
/// blocks during a callback, and a re-entrant send returns before its value is delivered.
///
/// The word is 0 while no thread is inside, else the mark of the thread inside, with the lowest bit set once
/// an event waits. A thread may end while it is inside, or be missing in a forked child. Then it stays
/// inside, because nothing tells how far it came. Later events are given up, not queued for ever.
///
/// If one thread comes again and again, and no other thread comes, that thread is given the word. From then
/// on it goes in and out with plain loads and stores of `bias`, and the word stays at `biased`. The first
/// other thread takes the word away for good, with a barrier whose cost it bears alone.
/// tools/model/biased-owner/PROTOCOL.md says why this is correct, and describes the model that was checked.
/// Its names are the names used here.
@usableFromInline
struct SerialOwner: ~Copyable {
  @usableFromInline let word = Atomic<UInt32>(0)
  private let lock = LockWord()
  /// The mark of the thread that was given the word, with the lowest bit set while that thread is inside.
  /// While the word is not given: the last thread's mark in the upper half, its turns in the lower half.
  /// `never` once the word can no longer be given.
  @usableFromInline let bias = Atomic<UInt64>(Self.onTrial)

  // Other values of the word; no thread has these marks. The word leaves the first two, and goes back from
  // the second to the first, only under the lock.
  @usableFromInline static var biased: UInt32 { 2 }
  /// The word is given to a thread that is inside and has queued something itself.
  @usableFromInline static var biasedAndWaiting: UInt32 { 3 }
  private static var revoking: UInt32 { 4 }

  /// The word is not given, and no thread has come yet.
  private static var onTrial: UInt64 { 1 << 32 }
  /// No thread's mark, nor the number that stands for the mark of a thread without one.
  private static var never: UInt64 { 2 }

  /// A sender waits this many turns for another thread before it leaves its event in the queue.
  private static let patience = 64

  init() {}

  /// Gives a word that no other thread has seen to this thread, without a trial. False if the word may not be
  /// given.
  ///
  /// For a word that comes and goes together with another one, which this thread has.
  func give() -> Bool {
    let mark = SpinWait.threadMark
    guard SpinWait.mayBeGiven(to: mark) == true else { return false }
    bias.store(UInt64(mark), ordering: .relaxed)
    word.store(Self.biased, ordering: .relaxed)
    return true
  }

  /// True if the word is given to a thread and was not taken away.
  var isGiven: Bool { word.load(ordering: .relaxed) | 1 == Self.biasedAndWaiting }

  /// True if this thread is inside now; it must `leave`.
  func enter() -> Bool {
    let entry = enterAgain()
    return entry == .inside || enter(entry)
  }

  /// The outcome for a thread that wanted in by its bias.
  @usableFromInline enum Entry {
    case inside
    /// It has no bias.
    case outside
    /// It has marked itself as inside, but the word was taken away from it.
    case revoked
  }

  /// The way in of a thread that has the word. If it is inside now, it must `leaveAgain`; else it may
  /// `enter(_:)`.
  @inlinable @inline(__always)
  func enterAgain() -> Entry {
    let mark = SpinWait.knownThreadMark
    guard bias.load(ordering: .relaxed) == UInt64(mark) else { return .outside }
    bias.store(UInt64(mark) | 1, ordering: .relaxed)
    SpinWait.compilerFence()
    return word.load(ordering: .relaxed) == Self.biased ? .inside : .revoked
  }

  /// The way in of a thread that `enterAgain` did not let in. True if it is inside now; it must `leave`.
  @usableFromInline func enter(_ entry: Entry) -> Bool {
    let mark = SpinWait.threadMark
    if entry == .revoked { return enterRevoked(mark) }
    // In a child that was forked behind the C library's back a thread learns its mark only now.
    if bias.load(ordering: .relaxed) == UInt64(mark) { return enter() }
    return word.compareExchange(expected: 0, desired: mark, ordering: .acquiring).exchanged
  }

  /// The way out of a thread that is inside by its bias. True if nothing waits; else the caller drains the
  /// queue.
  @inlinable @inline(__always)
  func leaveAgain() -> Bool {
    // Events that this thread has queued itself keep the word as it is.
    if word.load(ordering: .relaxed) == Self.biasedAndWaiting { return false }
    bias.store(bias.load(ordering: .relaxed) & ~1, ordering: .releasing)
    SpinWait.compilerFence()
    return word.load(ordering: .relaxed) == Self.biased || leaveRevoked()
  }

  /// True if no event waits and no thread is inside any more; else the caller drains the queue.
  @usableFromInline func leave() -> Bool {
    let inside = word.load(ordering: .relaxed)
    // While this thread is inside by the word's old form, the word cannot be that.
    if inside == Self.biased { return leaveAgain() }
    if bias.load(ordering: .relaxed) != Self.never { return leaveOtherwise() }
    // While this thread is inside, others change only the lowest bit.
    return leave(inside & ~1)
  }

  /// The same, by the way that this thread came in.
  @inlinable @inline(__always)
  func leave(_ entry: Entry) -> Bool { entry == .inside ? leaveAgain() : leave() }

  private func leave(_ mark: UInt32) -> Bool {
    word.compareExchange(expected: mark, desired: 0, ordering: .releasing).exchanged
  }

  /// True if this very thread is inside, further up its stack.
  @usableFromInline var isMine: Bool {
    let mark = SpinWait.threadMark
    return word.load(ordering: .relaxed) & ~1 == mark || isBiasedInside(mark)
  }

  /// A short wait for another thread; true if this thread is inside now.
  func enterPatiently() -> Bool {
    if isMine { return false }
    // It looks ever more seldom: each look takes the word out of the other thread's cache.
    var (turns, left) = (1, Self.patience)
    while true {
      switch word.load(ordering: .relaxed) {
      case 0: if enter() { return true }
      case Self.biased: if takeAway() { return true }
      default: break
      }
      guard left > 0 else { return false }
      for _ in 0..<min(turns, left) { SpinWait.pause() }
      left -= turns
      turns *= 2
    }
  }

  /// Waits until this thread is inside. If the thread inside no longer exists, this thread takes its place.
  /// For a word without a queue.
  @inline(never)
  func insist() {
    var patience = Patience()
    let mark = SpinWait.threadMark
    while !enterPatiently() {
      if isMine {
        fatalError(
          "a signal handler has called a forbidden function: it has interrupted Signals in the midst of a change"
        )
      }
      let known = word.load(ordering: .relaxed)
      if known == Self.biased || known == Self.revoking {
        // Under the lock no thread takes the word away: a thread that was about to do so no longer exists.
        let isInside = withLock {
          let known = word.load(ordering: .relaxed)
          return (known == Self.biased || known == Self.revoking) && revoke(mark)
        }
        if isInside { return }
      } else if known != 0, !SpinWait.threadLives(known & ~1),
        word.compareExchange(expected: known, desired: mark, ordering: .acquiring).exchanged
      {
        return
      }
      patience.wait()
    }
  }

  /// Runs `queue`, which adds an event to the queue, and tells the thread that is inside.
  ///
  /// - Returns: true if no thread was inside: the caller is inside now, and drains the queue.
  func postpone(_ queue: () -> Void) -> Bool {
    guard lock.take() || lock.wait() else { return giveUp() }
    defer { lock.give() }
    let mark = SpinWait.threadMark
    while true {
      let known = word.load(ordering: .relaxed)
      if known == Self.biased, !isBiasedInside(mark) {
        guard revoke(mark) else { continue }
        queue()
        return true
      }
      let isBiased = known | 1 == Self.biasedAndWaiting
      let inside =
        isBiased ? UInt32(truncatingIfNeeded: bias.load(ordering: .relaxed)) & ~1 : known & ~1
      if inside != 0, inside != mark, !SpinWait.threadLives(inside) {
        if isLost(known) { return giveUp() }
        continue
      }
      if isBiased {
        // The thread inside looks at the word as it leaves, and at the queue under the lock.
        word.store(Self.biasedAndWaiting, ordering: .relaxed)
      } else {
        // Not yet inside, or the thread that is inside may give itself the word meanwhile.
        let desired = known == 0 ? mark : known | 1
        guard
          word.compareExchange(expected: known, desired: desired, ordering: .acquiringAndReleasing).exchanged
        else { continue }
      }
      queue()
      return known == 0
    }
  }

  /// Whether a thread that no longer exists is still inside. `known` is the word as it was before the thread
  /// was found to be gone: the thread may have left in between, and then ended.
  func isLost(_ known: UInt32) -> Bool { word.load(ordering: .acquiring) == known }

  /// Runs `take`, which takes the waiting events. If `take` returns false, there were none, and this thread
  /// has left.
  ///
  /// The loop around it stands in `Junction`, `SubjectRows` and `SerialSubscriber`. The three queue different
  /// elements, and `SubjectRows` takes values over, and tells of the backlog, under the lock. Its loop runs
  /// once for each unit of the row `hot take(1), subscribe+event`: a common loop would have to be as cheap
  /// there.
  ///
  /// - Returns: the answer of `take`: whether there is something to deliver.
  func takeWaiting(_ take: () -> Bool) -> Bool {
    guard lock.take() || lock.wait() else {
      word.store(SpinWait.markOfNobody, ordering: .releasing)
      return giveUp()
    }
    defer { lock.give() }
    if take() { return true }
    let mark = SpinWait.threadMark
    if word.load(ordering: .relaxed) == Self.biasedAndWaiting {
      word.store(Self.biased, ordering: .relaxed)
      bias.store(UInt64(mark), ordering: .releasing)
    } else {
      if isBiasedInside(mark) { bias.store(Self.never, ordering: .relaxed) }
      word.store(0, ordering: .releasing)
    }
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
        StandardError.say(
          """
          Signals: an event is given up: a thread that was delivering to the same subscriber is gone, or a signal
          handler has interrupted that delivery. See "Processes and threads" in CONTRACT.md.

          """)
      }
    #endif
    return false
  }

  private static let hasTold = Atomic<Bool>(false)
}

// MARK: - The word is one thread's

extension SerialOwner {
  /// Whether the word is, or was, this thread's, and it is inside by that.
  private func isBiasedInside(_ mark: UInt32) -> Bool { bias.load(ordering: .relaxed) == UInt64(mark) | 1 }

  /// This thread has come in by its bias, and the word says something else.
  private func enterRevoked(_ mark: UInt32) -> Bool {
    guard lock.take() || lock.wait() else {
      // The lock is lost, or this thread holds it further up its stack. Without the lock nothing can be found
      // out.
      bias.store(UInt64(mark), ordering: .releasing)
      return word.compareExchange(expected: 0, desired: mark, ordering: .acquiring).exchanged
    }
    let known = word.load(ordering: .relaxed)
    let isBiased = known | 1 == Self.biasedAndWaiting
    if !isBiased { bias.store(Self.never, ordering: .relaxed) }
    lock.give()
    // A signal handler of this thread has queued something; or the thread that took the word away took this
    // one for inside.
    if isBiased || known & ~1 == mark { return true }
    return word.compareExchange(expected: 0, desired: mark, ordering: .acquiring).exchanged
  }

  /// This thread has gone out by its bias, and the word says something else.
  @inline(never)
  @usableFromInline func leaveRevoked() -> Bool {
    let mark = SpinWait.threadMark
    let isLocked = lock.take() || lock.wait()
    let known = word.load(ordering: .relaxed)
    switch known {
    case Self.biasedAndWaiting: bias.store(UInt64(mark) | 1, ordering: .relaxed)
    case Self.biased: break
    default: bias.store(Self.never, ordering: .relaxed)
    }
    if isLocked { lock.give() }
    if known == Self.biasedAndWaiting { return false }
    // The thread that took the word away took this one for inside, and may have queued something since.
    return known & ~1 == mark ? leave(mark) : true
  }

  /// The word is on trial, was another thread's, or is being taken from this one.
  private func leaveOtherwise() -> Bool {
    let mark = SpinWait.threadMark
    let known = bias.load(ordering: .relaxed)
    if known == UInt64(mark) | 1 { return leaveAgain() }
    guard known >> 32 != 0 else { return leave(mark) }

    let turns = known >> 32 == UInt64(mark) ? (known & 0xffff_ffff) + 1 : 1
    guard turns >= UInt64(SpinWait.turnsOfTrial) else {
      bias.store(UInt64(mark) << 32 | turns, ordering: .relaxed)
      return leave(mark)
    }
    switch SpinWait.mayBeGiven(to: mark) {
    case true?:
      bias.store(UInt64(mark) | 1, ordering: .relaxed)
      let isGiven = word.compareExchange(
        expected: mark, desired: Self.biased, ordering: .acquiringAndReleasing
      ).exchanged
      if isGiven { return leaveAgain() }
      // Something waits.
      bias.store(known, ordering: .relaxed)
      return false
    case false?: bias.store(Self.onTrial, ordering: .relaxed)
    case nil: bias.store(Self.never, ordering: .relaxed)
    }
    return leave(mark)
  }

  /// Takes the word away from a thread that has it. True if this thread is inside now.
  private func takeAway() -> Bool {
    guard lock.take() || lock.wait() else { return false }
    defer { lock.give() }
    return word.load(ordering: .relaxed) == Self.biased && revoke(SpinWait.threadMark)
  }

  /// The same, under the lock, while the word is `biased`: if its thread is inside, the word says so
  /// afterwards.
  private func revoke(_ mark: UInt32) -> Bool {
    word.store(Self.revoking, ordering: .relaxed)
    SpinWait.barrier()
    let known = bias.load(ordering: .acquiring)
    let isInside = known & 1 != 0
    word.store(isInside ? UInt32(truncatingIfNeeded: known) & ~1 : mark, ordering: .releasing)
    return !isInside
  }
}
