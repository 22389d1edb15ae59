import SignalTracing
import Synchronization

/// A task that sends. Before it sends again, it waits for the tasks that take its values with
/// `values(buffering: .suspending(…))`.
///
/// A queue that is full says so while the value is being delivered on the task's own thread. If the value is
/// delivered on another thread, or later, there is no task to suspend.
@usableFromInline
final class SendingTask: @unchecked Sendable {
  @TaskLocal private static var current: SendingTask?

  /// The thread on which a value is being delivered; 0 while none is.
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

  /// The task that delivers on this thread waits for `queue`, if there is one.
  @usableFromInline
  static func waits(for queue: any FullQueue) {
    guard let current, current.thread.load(ordering: .relaxed) == ThreadState.number else { return }
    current.full.append(queue)
  }
}

/// A queue that holds more values than it should.
@usableFromInline
protocol FullQueue: Sendable {
  /// Returns when there is room, nobody takes values any more, or the task is cancelled.
  func waitForRoom() async
}

extension Subscriber {
  /// Sends a value, as `next(_:)` does. Returns when all that take it with
  /// `values(buffering: .suspending(…))` have room for another one, or the task is cancelled.
  public final func send(_ value: Value) async {
    await SendingTask.run { sender in await sender.send { next(value) } }
  }
}

extension Subject {
  /// Sends a value, as `next(_:)` does. Returns when all that take it with
  /// `values(buffering: .suspending(…))` have room for another one, or the task is cancelled.
  public final func send(_ value: Value) async {
    await SendingTask.run { sender in await sender.send { next(value) } }
  }
}
