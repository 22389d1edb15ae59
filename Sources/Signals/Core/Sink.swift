public import SignalTracing
import Synchronization
import TraceFormat

/// The gate of a root: the events that pass it go to the program's closures.
///
/// It stands for two subscriptions: the program's subscription to the last operator (`root`), and the last
/// operator's own.
@usableFromInline
final class Sink<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  private let root: TracedSubscription
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  private let disposed: (@Sendable () -> Void)?
  /// The handle's address, unretained, or one of the words of `HandleWord`.
  let handle = Atomic<UInt>(HandleWord.beginning())

  @usableFromInline
  init(
    root: TracedSubscription, site: CallSite, error: (@Sendable (any Error) -> Void)?,
    completed: (@Sendable () -> Void)?, disposed: (@Sendable () -> Void)?, receive: @escaping Receive
  ) {
    self.root = root
    self.error = error
    self.completed = completed
    self.disposed = disposed
    super.init(
      trace: TracedSubscription(site: site, downstream: root, role: Role(.source)), receive: receive)
    isUnseen = true
  }

  deinit {
    releaseBetween()
    if word.load(ordering: .relaxed) & Gate.disposed == 0, TracedSubscription.livesAreWatched {
      root.disposed(.deinitialized)
    }
    root.end()
  }

  override func reportNext(_ value: Value) -> UInt64 {
    let cause = super.reportNext(value)
    _ = root.next(describing: { String(describing: value) })
    return cause
  }

  override func receive(_ ending: Ending) {
    // A watcher may begin during the delivery, after the gate has asked for one. Then only this code can
    // restore the event that goes on afterwards.
    var before: UInt64?
    if TracedSubscription.terminalEventsAreWatched {
      switch ending {
      case .completed: before = root.completed()
      case .failed(let error): before = root.error(error)
      }
    }
    defer { if let before { ThreadState.cause = before } }
    // The operator's subscription is upstream of the root: it is disposed before the program hears of the
    // end.
    if TracedSubscription.livesAreWatched { trace.disposed(.terminated) }
    switch ending {
    case .completed: completed?()
    case .failed(let failure):
      if let error { error(failure) } else { SignalHooks.report(failure, at: root) }
    }
  }

  override func reportDisposed(_ reason: DisposalReason) {
    root.disposed(reason)
    if reason != .terminated { trace.disposed(.downstream) }
  }

  override func didDispose(byHandle: Bool) {
    root.noteEnd()
    // No other thread reads the word: the handle has given up the root, or this thread makes the handle
    // later.
    if !byHandle, handle.load(ordering: .relaxed) != HandleWord.beginning() {
      let address = handle.exchange(HandleWord.telling(), ordering: .acquiringAndReleasing)
      if address != HandleWord.none, HandleWord.isAddress(address) {
        Unmanaged<Subscription>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
          ._withUnsafeGuaranteedRef { $0.giveUpGate() }
      }
    }
    handle.store(HandleWord.told, ordering: .releasing)
    disposed?()
  }

  override func attach(handle address: UInt) -> Bool {
    let known = handle.load(ordering: .relaxed)
    guard known == HandleWord.beginning() else { return false }
    return handle.compareExchange(
      expected: known, desired: address, ordering: .acquiringAndReleasing
    ).exchanged
  }

  override func handleIsGone() {
    if TracedSubscription.livesAreWatched, isOpen { root.handleReleased() }
    var known = handle.load(ordering: .relaxed)
    if HandleWord.isAddress(known) {
      let (exchanged, now) = handle.compareExchange(
        expected: known, desired: HandleWord.none, ordering: .acquiringAndReleasing)
      if exchanged { return }
      known = now
    }
    // The root ends at this moment, and is about to touch the handle's memory.
    var patience = Patience()
    while HandleWord.isBeingTold(known) {
      patience.wait()
      known = handle.load(ordering: .acquiring)
    }
  }

  override func held(by owner: UInt64) -> UInt64 {
    root.named(owner: owner)
    return root.identifier
  }

  override var rootNumber: UInt64 { root.identifier }
}

/// The values of a root's handle word besides an address: `none`, or a value whose lowest bit is 1. The mark
/// of the thread that is at work, if any, stands above that bit.
enum HandleWord {
  static let none: UInt = 0
  static let told: UInt = 1

  /// The thread that has made the root is going to make its handle.
  static func beginning(by mark: UInt32 = SpinWait.threadMark) -> UInt { UInt(mark) << 1 | 3 }

  static func telling(by mark: UInt32 = SpinWait.threadMark) -> UInt { UInt(mark) << 1 | 1 }

  static func isAddress(_ word: UInt) -> Bool { word & 1 == 0 }

  /// A thread tells the handle of the end now, and that thread still exists: a forked child lacks its
  /// parent's other threads.
  static func isBeingTold(_ word: UInt) -> Bool {
    word & 3 == 1 && word != told && SpinWait.threadLives(UInt32(truncatingIfNeeded: word >> 1))
  }
}
