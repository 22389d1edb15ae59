import Glibc
import ProcessInspection

/// The library that tells of a program's tasks as the loader loads it before all others.
enum TasksLibrary {
  private static let name = "librxtasks.so"

  /// The variable that has it loaded.
  static func variable(
    _ environment: Environment = .current
  ) throws(CommandFailure) -> (name: String, value: String) {
    guard let path = Self.path() else {
      throw CommandFailure(
        "--tasks needs \(name), which is not beside rxtrace; tools/install puts it there, and so does: "
          + "swift build -c release --product rxtasks",
        status: ExitStatus.notFound)
    }
    // A colon or a space ends a name there.
    guard !path.contains(where: { $0 == ":" || $0 == " " }) else {
      throw CommandFailure(
        "--tasks cannot load \(path.shellWord): there is a space or a colon in its path",
        status: ExitStatus.notFound)
    }
    return ("LD_PRELOAD", environment["LD_PRELOAD"].map { "\(path):\($0)" } ?? path)
  }

  /// Says it where a program calls nothing that a loader could replace.
  static func warn(of command: String, _ environment: Environment = .current) {
    let create = "swift_task_create_common"
    guard let path = Executable.found(command, path: environment["PATH"]),
      ELFSymbols([create], ofFile: path).address(create) != nil
    else { return }
    Output.note(
      "\(path.shellWord) has the Swift runtime in it (-static-stdlib): its tasks are not recorded; "
        + "rxtrace tasks --pid PID sees them")
  }

  /// Beside this program, or in the folder `lib` beside its folder.
  private static func path() -> String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let folder = String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
    return ["/\(folder)/\(name)", "/\(folder)/../lib/\(name)"].first { access($0, R_OK) == 0 }
  }
}
