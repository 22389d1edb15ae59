import Glibc

/// A program that could not be run, or that failed.
struct SubprocessFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs a program, waits for it, and returns what it printed. Its standard error goes where ours goes, unless `quiet`.
func output(
  of program: String, _ arguments: [String], environment additions: [String: String] = [:],
  quiet: Bool = false
) throws(SubprocessFailure) -> String {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw SubprocessFailure(description: "pipe: \(lastError())") }
  defer { close(ends[0]) }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  posix_spawn_file_actions_addclose(&actions, ends[1])
  if quiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }

  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment(adding: additions).map { strdup($0) } + [nil]
  defer { for word in words + variables { free(word) } }

  var process: pid_t = 0
  let failure = posix_spawnp(&process, program, &actions, nil, &words, &variables)
  close(ends[1])
  guard failure == 0 else { throw SubprocessFailure(description: "\(program): \(lastError(failure))") }

  let bytes = everything(from: ends[0])
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  guard status == 0 else {
    throw SubprocessFailure(description: "\(program) \(arguments.first ?? ""): ended with status \(status)")
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Where the running program lies.
func executablePath() -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
  defer { free(path) }
  return String(cString: path)
}

private func environment(adding additions: [String: String]) -> [String] {
  var words = additions.map { "\($0.key)=\($0.value)" }
  var next = environ
  while let variable = next.pointee {
    let word = String(cString: variable)
    if additions[String(word.prefix { $0 != "=" })] == nil { words.append(word) }
    next += 1
  }
  return words
}

private func everything(from descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else if count == 0 || errno != EINTR {
      return bytes
    }
  }
}

private func lastError(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
