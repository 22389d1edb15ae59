import SignalTracing
import Synchronization

/// A task that sends values. Before each further value it waits for the tasks that take its values with
/// `values(buffering: .suspending(…))`.
///
/// A full queue reports itself while the value is delivered on the task's own thread. If the value is
/// delivered on another thread, or later, there is no task to suspend.
@usableFromInline
final class SendingTask: @unchecked Sendable {
  @TaskLocal private static var current: SendingTask?

  /// The thread that delivers a value now; 0 for none.
  private let thread = Atomic<UInt32>(0)
  /// Belongs to the delivery, and then to the task.
  private var full: [any FullQueue] = []

  /// Runs `body`, which sends several values by `send(_:)`.
  static func run(_ body: (SendingTask) async throws -> Void) async rethrows {
    let sender = SendingTask()
    try await $current.withValue(sender) { try await body(sender) }
  }

  /// Delivers one value, and returns when every queue that is full has room again.
  func send(_ deliver: () -> Void) async {
    if let full = attempt(deliver) {
      for queue in full { await queue.waitForRoom() }
    }
  }

  /// Delivers one value, and returns the queues that are full then.
  @inline(never)
  private func attempt(_ deliver: () -> Void) -> [any FullQueue]? {
    thread.store(ThreadState.number, ordering: .relaxed)
    deliver()
    thread.store(0, ordering: .relaxed)
    return full.isEmpty ? nil : exchange(&full, with: [])
  }

  /// If a task delivers on this thread, it will wait for `queue`.
  @usableFromInline
  static func waits(for queue: any FullQueue) {
    guard let current, current.thread.load(ordering: .relaxed) == ThreadState.number else { return }
    current.full.append(queue)
  }
}

/// A queue that holds more values than its limit.
@usableFromInline
protocol FullQueue: Sendable {
  /// Returns when there is room, when no task takes values any more, or when the caller's task is cancelled.
  func waitForRoom() async
}

extension Subscriber {
  /// Sends a value, as `next(_:)` does. Waits until every task that takes values with
  /// `values(buffering: .suspending(…))` has room for another value. Returns early if the caller's task is
  /// cancelled.
  public final func send(_ value: Value) async {
    await SendingTask.run { sender in await sender.send { next(value) } }
  }
}

extension Subject {
  /// Sends a value, as `next(_:)` does. Waits until every task that takes values with
  /// `values(buffering: .suspending(…))` has room for another value. Returns early if the caller's task is
  /// cancelled.
  public final func send(_ value: Value) async {
    await SendingTask.run { sender in await sender.send { next(value) } }
  }
}
