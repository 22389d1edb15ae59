import Foundation
import Glibc

/// A program that runs beside a test, with no signal held back or ignored, in a process group of its own: as
/// a shell starts a job, or with a terminal as the leader of a session. (The threads of a test run hold
/// signals back.) It is killed with this object if nobody has waited for it: a child that is left over keeps swift-testing
/// from seeing the ends of others, and the run from ending.
final class ChildProcess {
  let pid: pid_t
  private var hasEnded = false

  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
    terminal: PseudoTerminal? = nil, input: String = "/dev/null", output: String, errors: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let create = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal?.path ?? input, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, create, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, create, 0o600)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    // The first terminal that the leader of a new session opens becomes its own.
    let setSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    let group = terminal == nil ? Int32(POSIX_SPAWN_SETPGROUP) : setSession
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(group)))

    // A machine under load has a slow disk.
    let variables = ProcessInfo.processInfo.environment.merging(["RXTRACE_WAIT": "1"]) { $1 }
      .merging(environment) { $1 }.map { "\($0)=\($1)" }
    // Only a shell changes the folder of one process and not of all.
    let command =
      folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, program] + arguments } ?? [program]
      + arguments
    let words = command.map { strdup($0) } + [nil]
    let settings = variables.map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid: pid_t = 0
    let error = posix_spawn(&pid, command[0], &actions, &attributes, words, settings)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.pid = pid
  }

  /// Waits for its end. 128+n after signal n, as a shell has it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  deinit {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    _ = wait()
  }
}
