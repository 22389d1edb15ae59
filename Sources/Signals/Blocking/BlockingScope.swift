import SignalTracing
import Synchronization

/// The things that a subscription needs to go on, as far as they are known when a thread is about to wait for
/// it: the work that was scheduled meanwhile, and whether it hears of anything else.
final class BlockingScope: Sendable {
  private struct Piece {
    let work: ScheduledWork
    let scheduler: any Scheduler
  }

  private struct Notes {
    var pieces: [Piece] = []
    var hearsOthers = false
    var isInsideSubject = false
  }
  private let notes = Mutex(Notes())

  /// How many threads subscribe in order to wait.
  private static let threads = Atomic<Int>(0)
  private static let scopes = Mutex<[UInt32: BlockingScope]>([:])

  /// Runs `subscribe`, and notes what it needs to go on.
  static func of<Result>(_ subscribe: () -> Result) -> (Result, BlockingScope) {
    let (scope, thread) = (BlockingScope(), ThreadState.number)
    let outer = scopes.withLock { exchange(&$0[thread], with: scope) }
    threads.add(1, ordering: .relaxed)
    defer {
      threads.subtract(1, ordering: .relaxed)
      scopes.withLock { $0[thread] = outer }
    }
    return (subscribe(), scope)
  }

  @inline(__always)
  private static func note(_ change: (inout Notes) -> Void) {
    if threads.load(ordering: .relaxed) != 0 { noteOnThisThread(change) }
  }

  @inline(never)
  private static func noteOnThisThread(_ change: (inout Notes) -> Void) {
    guard let scope = scopes.withLock({ $0[ThreadState.number] }) else { return }
    scope.notes.withLock { change(&$0) }
  }

  /// Work was handed over.
  static func note(_ work: ScheduledWork, on scheduler: some Scheduler) {
    note { $0.pieces.append(Piece(work: work, scheduler: scheduler)) }
  }

  /// Something was subscribed to that anybody may send to.
  static func noteOther() { note { $0.hearsOthers = true } }

  /// A subject was subscribed to by the thread that delivers for it: the subscriber gets nothing before that
  /// is over.
  static func noteSubjectInside() { note { $0.isInsideSubject = true } }

  /// Why waiting is in vain, if that is known.
  ///
  /// - Parameter isBounded: the wait has an end of its own, until which somebody may move virtual time.
  func obstacle(isBounded: Bool) -> Obstacle? {
    let notes = notes.withLock { $0 }
    let (all, pieces) = (notes.pieces, notes.pieces.filter { !$0.work.isDisposed })
    // Asked afterwards: so work that another thread takes in between is not overlooked.
    guard !notes.hearsOthers, !all.contains(where: { $0.work.wasBegunElsewhere }) else { return nil }
    guard notes.isInsideSubject || !pieces.isEmpty else { return nil }
    let current = CurrentScheduler.value
    for piece in pieces {
      let isOwn = piece.scheduler.identity == current?.identity
      let isBound = (piece.scheduler as? any ThreadBoundScheduler)?.runsOnThisThread ?? false
      let standsStill = !isBounded && (piece.scheduler as? VirtualTimeScheduler)?.isStandingStill ?? false
      guard isOwn || isBound || standsStill else { return nil }
    }
    return pieces.first.map { .scheduler($0.scheduler.identity.name) } ?? .delivery
  }

  enum Obstacle {
    /// All scheduled work waits for this scheduler.
    case scheduler(String)
    /// The thread delivers for the subject that it waits for.
    case delivery
  }
}

/// A scheduler that may be bound to one thread, and knows whether the calling thread is this one, even while
/// it runs no work.
package protocol ThreadBoundScheduler: Scheduler {
  var runsOnThisThread: Bool { get }
}

extension MainScheduler: ThreadBoundScheduler {
  package var runsOnThisThread: Bool { Self.isCurrent }
}
