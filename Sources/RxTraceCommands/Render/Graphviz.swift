import Glibc
import ProcessInspection

/// Graphviz's `dot`, which turns a graph into a picture.
struct Graphviz {
  private let path: String

  /// - Throws: what to type instead, where there is no `dot`.
  init(environment: Environment = .current) throws(CommandFailure) {
    let candidates = Executable.candidates(for: Array("dot".utf8), path: environment["PATH"])
    let found = candidates.lazy.map { String(decoding: $0, as: UTF8.self) }.first { access($0, X_OK) == 0 }
    guard let found else {
      throw CommandFailure(
        "--format svg needs Graphviz's dot, which is not here: install graphviz, or take --format dot or html",
        status: ExitStatus.notFound)
    }
    path = found
  }

  /// The picture of a graph as SVG. The messages of `dot` go to standard error.
  func svg(of graph: String) throws(CommandFailure) -> String {
    let status: Int32
    let picture: String
    do {
      // Files, not pipes: neither side can wait for the other.
      let (input, output) = (try Self.scratchFile(), try Self.scratchFile())
      defer {
        close(input)
        close(output)
      }
      try Output.write(graph, to: input)
      lseek(input, 0, SEEK_SET)
      status = try run(["dot", "-Tsvg"], input, output)
      lseek(output, 0, SEEK_SET)
      picture = try Self.contents(of: output)
    } catch {
      throw CommandFailure("cannot run \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
    guard status == 0, !picture.isEmpty else {
      throw CommandFailure("dot could not draw the graph", status: ExitStatus.cannotWrite)
    }
    return picture
  }

  private func run(_ words: [String], _ input: Int32, _ output: Int32) throws(SystemError) -> Int32 {
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
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { throw .last }
    }
    return status
  }

  /// A file without a name.
  private static func scratchFile() throws(SystemError) -> Int32 {
    var path = Array("\(Environment.current["TMPDIR"] ?? "/tmp")/rxtrace-graph.XXXXXX".utf8CString)
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
