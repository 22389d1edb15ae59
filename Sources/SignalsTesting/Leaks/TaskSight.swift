package import TraceFormat

/// How a check sees the tasks of the process. `SwiftTasksTesting` makes it.
package struct TaskSight: Sendable {
  /// The reason why tasks cannot be seen; nil if they can.
  package let refusal: String?
  /// Checks whether the streams that tasks wait for can still be finished.
  package let look: @Sendable () -> Void
  /// Finds the lines of tasks, which events know by their addresses.
  package let lines: any AddressResolver

  package init(refusal: String?, look: @escaping @Sendable () -> Void, lines: any AddressResolver) {
    self.refusal = refusal
    self.look = look
    self.lines = lines
  }
}

extension LeakCheck {
  /// Whether a task or a stream that the caller makes now belongs to a check. It is called for every task and
  /// stream of the process.
  ///
  /// - Parameter parentIsNoted: true if the task that makes it belonged to a check when it was made.
  package static func takesTask(parentIsNoted: Bool) -> Bool {
    LeakLedger.shared.looksAtTasks && (parentIsNoted || ofTask?.keyOfTasks != nil)
  }
}
