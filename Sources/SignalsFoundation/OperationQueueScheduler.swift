public import Foundation
import SignalTracing
public import Signals

/// Runs work as operations of an `OperationQueue`, one piece at a time in the order in which it was handed
/// over, whatever else the queue runs beside it.
///
/// It has no clock: an operator that waits cannot be given it. As Rx `OperationQueueScheduler`.
public final class OperationQueueScheduler: Scheduler {
  public let identity = SchedulerIdentity("operations")
  private let queue: Shared<OperationQueue>
  /// The operation that was handed over last: the next one waits for it.
  private let last = Lock<Shared<Operation>?>(nil)

  public init(_ queue: OperationQueue) { self.queue = Shared(queue) }

  public func enqueue(_ work: ScheduledWork) {
    let operation = Shared(BlockOperation { [self] in work.run(on: self) })
    last.withLock { last in
      if let before = last?.value, !before.isFinished { operation.value.addDependency(before) }
      last = Shared(operation.value)
      // Under the lock: what is handed over later is to be in the queue later.
      queue.value.addOperation(operation.value)
    }
  }
}
