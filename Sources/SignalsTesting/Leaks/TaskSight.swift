package import TraceFormat

/// How a check sees the tasks of the process. `SwiftTasksTesting` has it.
package struct TaskSight: Sendable {
  /// Why tasks cannot be seen; nil where they can.
  package let refusal: String?
  /// Looks whether anybody can still finish the streams that tasks wait for.
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
  /// Whether a task or a stream that is made here and now belongs to a check. It is asked for each of the
  /// process.
  ///
  /// - Parameter parentIsNoted: the task that makes it belonged to one when it was made itself.
  package static func takesTask(parentIsNoted: Bool) -> Bool {
    LeakLedger.shared.looksAtTasks && (parentIsNoted || ofTask?.keyOfTasks != nil)
  }
}
