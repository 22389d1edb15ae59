/// Everything private of the Swift runtime that is read from outside, for each version. A version that is not
/// in this table is refused. `tasks.bt` and `streams.bt` are written for it; `CSwiftTasks/layouts.h` has the
/// table for the library that is loaded into a program.
package struct TaskRuntime: Hashable, Sendable {
  /// The versions of Swift, as people call them.
  package let versions: String
  /// Said by the runtime itself, in `_swift_concurrency_debug_internal_layout_version`.
  package let layout: UInt32
  /// Said in `_swift_concurrency_debug_asyncTaskSize`: behind so many bytes a child task has the address of
  /// its parent.
  package let taskSize: UInt64
  /// Where in a task its flags are, the function at which it goes on, and the context of that function.
  package let flags, resume, context: UInt64
  /// Where in a task its status is, and the bits of one that runs, or is about to.
  package let status, active: UInt64
  /// Where in a context the function is that goes on behind it.
  package let resumeParent: UInt64
  /// Where in an object its count is, and by how many bits the strong count is shifted.
  package let count, countShift: UInt64
  /// In the strong count of a stream's storage, less one: the share of the stream itself, and the share of
  /// each waiting task.
  package let held, heldWaiting: UInt64

  package static let all = [
    TaskRuntime(
      versions: "6.3", layout: 1, taskSize: 208, flags: 32, resume: 56, context: 64, status: 96,
      active: 0x1800, resumeParent: 8, count: 8, countShift: 33, held: 1, heldWaiting: 2)
  ]

  package static func known(layout: UInt32, taskSize: UInt64) -> TaskRuntime? {
    all.first { $0.layout == layout && $0.taskSize == taskSize }
  }

  /// The bits of a task's flags.
  enum Flags {
    static let child: UInt64 = 1 << 24
    static let group: UInt64 = 1 << 26
    static let asyncLet: UInt64 = 1 << 28
  }
}
