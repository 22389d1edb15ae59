import Synchronization

/// The life for whose sake a task makes others: a traced task, or the stage whose `next()` runs.
///
/// Tasks inherit it. So it keeps nothing but numbers: a task may go on long after that life.
@usableFromInline
final class TracingContext: Sendable {
  @TaskLocal @usableFromInline static var current: TracingContext?

  /// The number of the life.
  let identifier: UInt64
  let isTask: Bool
  /// The task that has entered it last, 0 for none.
  private let task = Atomic<Int>(0)
  /// The last event that came from upstream in that task, 0 for none.
  private let event = Atomic<UInt64>(0)

  init(_ identifier: UInt64, isTask: Bool) {
    self.identifier = identifier
    self.isTask = isTask
  }

  /// The task at hand reads from upstream now, or is the traced task.
  @usableFromInline func enter() { task.store(Self.currentTask, ordering: .relaxed) }

  /// Code without a task that is in here is the code that entered it.
  var isOfCurrentTask: Bool { task.load(ordering: .relaxed) == Self.currentTask }

  /// A stage that reads in the task at hand.
  var isStageHere: Bool { !isTask && isOfCurrentTask }

  /// An event came from upstream: it leads to the next event here. In another task that would be a guess.
  func came(_ event: UInt64) {
    if isStageHere { self.event.store(event, ordering: .relaxed) }
  }

  /// The event from upstream that leads to an event now, 0 for none.
  func takeEvent() -> UInt64 { event.exchange(0, ordering: .relaxed) }

  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}
