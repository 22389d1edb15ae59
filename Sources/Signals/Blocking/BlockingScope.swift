import SignalTracing
import Synchronization

/// Facts about a subscription before a thread waits for it: the work that was scheduled while it began, and
/// whether other sources may send to it.
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

  /// The number of threads that subscribe in order to wait.
  private static let threads = Atomic<Int>(0)
  private static let scopes = Mutex<[UInt32: BlockingScope]>([:])

  /// Runs `subscribe`, and notes the work and the sources of the subscription.
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

  /// Work was given to a scheduler.
  static func note(_ work: ScheduledWork, on scheduler: some Scheduler) {
    note { $0.pieces.append(Piece(work: work, scheduler: scheduler)) }
  }

  /// A source was subscribed to that any thread may make send.
  static func noteOther() { note { $0.hearsOthers = true } }

  /// A thread subscribed to a subject for which it delivers: the subscriber gets no event before that
  /// delivery is over.
  static func noteSubjectInside() { note { $0.isInsideSubject = true } }

  /// The reason why waiting would never end, if one is known.
  ///
  /// - Parameter isBounded: true if the wait has a time-out. Another thread may move virtual time before
  ///   that.
  func obstacle(isBounded: Bool) -> Obstacle? {
    let notes = notes.withLock { $0 }
    let (all, pieces) = (notes.pieces, notes.pieces.filter { !$0.work.isDisposed })
    // This question comes second, so that work which another thread takes in between is not overlooked.
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

/// A scheduler that may be bound to one thread. It knows whether the caller runs on that thread, even while
/// it runs no work.
package protocol ThreadBoundScheduler: Scheduler {
  var runsOnThisThread: Bool { get }
}

extension MainScheduler: ThreadBoundScheduler {
  package var runsOnThisThread: Bool { Self.isCurrent }
}
