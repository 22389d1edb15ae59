import Synchronization

/// The life for which a task makes other lives: a traced task, or the stage whose `next()` runs.
///
/// Tasks inherit it, and may go on long after that life. So it keeps only numbers.
@usableFromInline
final class TracingContext: Sendable {
  @TaskLocal @usableFromInline static var current: TracingContext?

  /// The number of the life.
  let identifier: UInt64
  let isTask: Bool
  /// The task that entered it last; 0 for none.
  private let task = Atomic<Int>(0)
  /// The last event from upstream in that task; 0 for none.
  private let event = Atomic<UInt64>(0)

  init(_ identifier: UInt64, isTask: Bool) {
    self.identifier = identifier
    self.isTask = isTask
  }

  /// The current task reads from upstream now, or is the traced task.
  @usableFromInline func enter() { task.store(Self.currentTask, ordering: .relaxed) }

  /// True also for code without a task: then the same code has entered it.
  var isOfCurrentTask: Bool { task.load(ordering: .relaxed) == Self.currentTask }

  /// True for a stage that reads in the current task.
  var isStageHere: Bool { !isTask && isOfCurrentTask }

  /// An event came from upstream: it is the cause of the next event here. In another task that would be a
  /// guess.
  func came(_ event: UInt64) {
    if isStageHere { self.event.store(event, ordering: .relaxed) }
  }

  /// Takes the event from upstream that causes an event now; 0 for none.
  func takeEvent() -> UInt64 { event.exchange(0, ordering: .relaxed) }

  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}
