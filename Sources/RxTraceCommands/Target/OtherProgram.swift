import Glibc
import ProcessInspection

/// A program of somebody else's that reads one text and answers with another: Graphviz, the maker of patches.
struct OtherProgram {
  let path: String

  /// The first of that name in `PATH`; nil where there is none.
  init?(_ name: String, environment: Environment = .current) {
    let candidates = Executable.candidates(for: Array(name.utf8), path: environment["PATH"])
    let found = candidates.lazy.map { String(decoding: $0, as: UTF8.self) }.first { access($0, X_OK) == 0 }
    guard let found else { return nil }
    path = found
  }

  /// The program of that name in the folder of this one; nil where there is none.
  init?(besideThis name: String) {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let folder = String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
    path = "/\(folder)/\(name)"
    guard access(path, X_OK) == 0 else { return nil }
  }

  /// Runs it with an input, and waits for its end. Its messages go to standard error.
  func answer(
    to input: String = "", _ arguments: [String]
  ) throws(CommandFailure) -> (text: String, status: TargetStatus) {
    do {
      // Files, not pipes: neither side can wait for the other.
      let (question, answer) = (try Self.scratchFile(), try Self.scratchFile())
      defer {
        close(question)
        close(answer)
      }
      try Output.write(input, to: question)
      lseek(question, 0, SEEK_SET)
      let status = try run([path] + arguments, question, answer)
      lseek(answer, 0, SEEK_SET)
      return (try Self.contents(of: answer), status)
    } catch {
      throw CommandFailure("cannot run \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
  }

  private func run(_ words: [String], _ input: Int32, _ output: Int32) throws(SystemError) -> TargetStatus {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var pid: pid_t = 0
    let error = posix_spawn(&pid, path, &actions, nil, arguments, environ)
    guard error == 0 else { throw SystemError(error) }
    var status: Int32 = 0
    while true {
      if waitpid(pid, &status, 0) < 0 {
        guard errno == EINTR else { throw .last }
      } else if let end = TargetStatus(waitStatus: status) {
        return end
      }
    }
  }

  /// A file without a name.
  private static func scratchFile() throws(SystemError) -> Int32 {
    var path = Array("\(Environment.current["TMPDIR"] ?? "/tmp")/rxtrace-text.XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .last }
    unlink(path)
    return descriptor
  }

  private static func contents(of descriptor: Int32) throws(SystemError) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }
}
