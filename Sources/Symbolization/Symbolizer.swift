import Glibc
import ProcessInspection

/// A running `llvm-symbolizer`: it is asked line by line, and reads each program once.
final class Symbolizer {
  private let pid: pid_t
  private let socket: Int32
  /// The debug information of a large program takes a while to read. After this time nothing is known.
  private static let seconds = 30

  /// Nil where there is none.
  ///
  /// - Parameter searchPath: the value of `PATH`.
  init?(searchPath: String?) {
    guard let path = Self.path(searchPath) else { return nil }
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words: [String] = [path, "--inlining", "--functions=linkage"]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var pid: pid_t = 0
    // No variables: one of them would have it ask servers.
    guard posix_spawn(&pid, path, &actions, nil, arguments, [nil]) == 0 else {
      close(ends[0])
      return nil
    }
    var patience = timeval(tv_sec: Self.seconds, tv_usec: 0)
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    self.pid = pid
    socket = ends[0]
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }

  /// The lines at an offset: the innermost inlined call first.
  func lines(of offset: UInt64, in file: String) -> [SourceLine] {
    guard !file.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 < 32 }) else { return [] }
    let question = Array("CODE \"\(file)\" 0x\(String(offset, radix: 16))\n".utf8)
    guard send(socket, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else { return [] }
    let words = answer().split(separator: "\n")
    return stride(from: 0, to: words.count - 1, by: 2).compactMap {
      SourceLine(words[$0 + 1], function: words[$0])
    }
  }

  /// Up to the empty line that ends an answer.
  private func answer() -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while !bytes.reversed().starts(with: "\n\n".utf8) {
      let count = recv(socket, &part, part.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return "" }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// In `PATH`, else beside the Swift compiler there.
  private static func path(_ searchPath: String?) -> String? {
    func found(_ name: String) -> String? {
      Executable.candidates(for: Array(name.utf8), path: searchPath)
        .lazy.map { String(decoding: $0, as: UTF8.self) }.first { access($0, X_OK) == 0 }
    }
    if let symbolizer = found("llvm-symbolizer") { return symbolizer }
    guard let swift = found("swift"), let resolved = realpath(swift, nil) else { return nil }
    defer { free(resolved) }
    let folder = String(cString: resolved).split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/llvm-symbolizer"
    return access(path, X_OK) == 0 ? path : nil
  }
}
