import CSwiftTasks
import Glibc
import SignalTracing
package import SignalsTesting
import Symbolization

/// Keeps the tasks of the process out of the trace, but for those of tests that ask for theirs.
@_cdecl("rx_task_is_wanted")
package func isTaskWanted(_ parentIsNoted: Bool) -> Bool { LeakCheck.takesTask(parentIsNoted: parentIsNoted) }

extension TaskSight {
  /// By `SwiftTasks`, which is linked into this process.
  package static let ofProcess = TaskSight(
    refusal: rx_task_runtime_is_known()
      ? nil
      : "tasks are not watched: this version of the Swift runtime is unknown; take a version of rxtrace that knows it, "
        + "or remove .noLeaks",
    look: { rx_streams_look_now() },
    lines: SourceLines(program: program, buildID: [], searchPath: searchPath) { _ in
      StandardError.write(
        "rxtrace: the lines of tasks need llvm-symbolizer, which comes with Swift: put it into PATH\n")
    })

  private static var searchPath: String? { getenv("PATH").map { String(cString: $0) } }

  /// The path of this program.
  private static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return "/proc/self/exe" }
    defer { free(path) }
    return String(cString: path)
  }
}
