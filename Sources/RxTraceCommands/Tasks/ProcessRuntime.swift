import Glibc
import ProcessInspection
import TraceImport

/// The Swift runtime of a running process: where it is, and which one.
struct ProcessRuntime {
  /// The file that has the runtime's functions, where this process opens it.
  let file: String
  let isStatic: Bool
  let layout: TaskRuntime
  /// The first byte, in the process's memory, of the function to which the tracer comes last.
  let lastProbe: UInt64

  private static let layoutVersion = "_swift_concurrency_debug_internal_layout_version"
  private static let taskSize = "_swift_concurrency_debug_asyncTaskSize"
  private static let create = "swift_task_create_common"

  init(of process: pid_t) throws(CommandFailure) {
    let files: MappedFiles
    do {
      files = try MappedFiles(of: process)
    } catch {
      throw CommandFailure(
        "cannot look at process \(process): \(error)", status: ExitStatus.unreadableInput)
    }
    let library = files.files.first { $0.path.hasSuffix("/libswift_Concurrency.so") }
    guard let found = library ?? files.files.first else {
      throw CommandFailure("process \(process) has no program", status: ExitStatus.unreadableInput)
    }
    let symbols = ELFSymbols([Self.layoutVersion, Self.taskSize, Self.create], ofFile: found.reachedAt)
    guard let create = symbols.address(Self.create),
      let version = symbols.number(Self.layoutVersion, size: 4),
      let size = symbols.number(Self.taskSize, size: 8)
    else {
      let what =
        library == nil ? "it does not use Swift's tasks, or was stripped" : "its library was stripped"
      throw CommandFailure(
        "process \(process): \(found.path.shellWord) has no functions of the Swift runtime by name; \(what)",
        status: ExitStatus.unreadableInput)
    }
    guard let layout = TaskRuntime.known(layout: UInt32(truncatingIfNeeded: version), taskSize: size) else {
      let known = TaskRuntime.all.map(\.versions).joined(separator: ", ")
      throw CommandFailure(
        """
        this version of the Swift runtime is unknown (layout \(version), \(size) bytes a task); known: \(known)
        """, status: ExitStatus.unreadableInput)
    }
    // By its own name, where that leads to it.
    file = found.isDeleted || TracedProcess(process).isElsewhere ? found.reachedAt : found.path
    isStatic = library == nil
    self.layout = layout
    let beginning = found.mappings.first { $0.offset == 0 }?.addresses.lowerBound ?? 0
    // A program that is always loaded at the same place has its addresses in the file.
    lastProbe = beginning < 1 << 28 ? create : beginning &+ create
  }
}
