public import Foundation
import SignalTracing
public import Signals

/// Runs work as operations of an `OperationQueue`, one piece at a time, in the order in which it was
/// enqueued. The queue may run other operations at the same time.
///
/// It has no clock, so operators that wait do not take it. As Rx `OperationQueueScheduler`.
public final class OperationQueueScheduler: Scheduler {
  public let identity = SchedulerIdentity("operations")
  private let queue: Shared<OperationQueue>
  /// The operation that was added last. The next one waits for it.
  private let last = Lock<Shared<Operation>?>(nil)

  public init(_ queue: OperationQueue) { self.queue = Shared(queue) }

  public func enqueue(_ work: ScheduledWork) {
    let operation = Shared(BlockOperation { [self] in work.run(on: self) })
    last.withLock { last in
      if let before = last?.value, !before.isFinished { operation.value.addDependency(before) }
      last = Shared(operation.value)
      // Under the lock, so that the operations are in the queue in the order of the work.
      queue.value.addOperation(operation.value)
    }
  }
}
