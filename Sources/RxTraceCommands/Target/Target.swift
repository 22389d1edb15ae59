import Glibc
import ProcessInspection

/// A program that was started to be recorded.
///
/// It gets this process's standard streams, other descriptors, process group, terminal, working folder,
/// signal mask and limits, as if a shell had started it in the foreground. Where the streams are handed over
/// this process keeps nothing open but standard error from then on, so that a pipe ends when the program
/// closes it.
///
/// For a process with one thread.
struct Target: ~Copyable {
  let pid: pid_t
  private var signals: SignalRelay

  /// Starts the program. `additions` are put into its environment, in place of variables of the same name.
  init(
    _ command: CommandLineWords, adding additions: [(name: String, value: String)],
    streams: TargetStreams = .handedOver
  ) throws(CommandFailure) {
    var signals = SignalRelay()
    let outcome = Self.spawn(command, adding: additions, mask: signals.originalMask, streams)
    switch outcome {
    case .success(let pid):
      self.pid = pid
      self.signals = signals
      if case .handedOver = streams { Self.letGoOfStreams() }
    case .failure(let failure):
      signals.restore()
      throw failure.described(command.program)
    }
  }

  /// Waits for the program's end, passing on the signals that are meant for it.
  consuming func wait() -> TargetStatus {
    while true {
      if let status = ended() { return status }
      signals.relayNext(to: pid)
    }
  }

  /// The same for so long at most; nil when the program still runs then.
  mutating func wait(milliseconds: Int) -> TargetStatus? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if let status = ended() { return status }
      let left = end - ContinuousClock.now
      guard left > .zero else { return nil }
      signals.relayNext(to: pid, within: left)
    }
  }

  private func ended() -> TargetStatus? {
    var status: Int32 = 0
    let ended = waitpid(pid, &status, WNOHANG)
    if ended == pid { return TargetStatus(waitStatus: status) }
    // Nobody else waits for children of this process; if somebody has, how it ended is not to be known.
    return ended < 0 && errno == ECHILD ? .exited(0) : nil
  }

  private static func spawn(
    _ command: CommandLineWords, adding additions: [(name: String, value: String)], mask: sigset_t,
    _ streams: TargetStreams
  ) -> Result<pid_t, SpawnFailure> {
    guard let program = command.words.first else { return .failure(SpawnFailure(error: SystemError(ENOENT))) }
    let environment = TargetEnvironment(adding: additions)
    var denied: SpawnFailure?
    for candidate in Executable.candidates(for: program, path: Environment.current["PATH"]) {
      let error = environment.withVariables { variables in
        spawn(candidate, command, variables, mask, streams)
      }
      switch error {
      case .success(let pid): return .success(pid)
      case .failure(let failure):
        switch failure.code {
        case ENOENT, ENOTDIR: continue
        case EACCES: denied = denied ?? SpawnFailure(error: failure, path: candidate)
        default: return .failure(SpawnFailure(error: failure, path: candidate))
        }
      }
    }
    return .failure(denied ?? SpawnFailure(error: SystemError(ENOENT)))
  }

  /// Runs one file; a script without a `#!` line through `/bin/sh`, as every shell does.
  private static func spawn(
    _ path: [UInt8], _ command: CommandLineWords, _ variables: [UnsafeMutablePointer<CChar>?],
    _ mask: sigset_t, _ streams: TargetStreams
  ) -> Result<pid_t, SystemError> {
    let direct = command.withArguments { spawn(path, $0, variables, mask, streams) }
    guard case .failure(SystemError(ENOEXEC)) = direct, Executable.mayBeScript(path) else { return direct }
    let shell = Array("/bin/sh".utf8)
    let script = CommandLineWords(bytes: [shell, path] + command.words.dropFirst())
    return script.withArguments { spawn(shell, $0, variables, mask, streams) }
  }

  private static func spawn(
    _ path: [UInt8], _ arguments: [UnsafeMutablePointer<CChar>?], _ variables: [UnsafeMutablePointer<CChar>?],
    _ mask: sigset_t, _ streams: TargetStreams
  ) -> Result<pid_t, SystemError> {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = mask
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if case .screenKept(let file) = streams {
      for stream in [STDOUT_FILENO, STDERR_FILENO] where isatty(stream) == 1 {
        posix_spawn_file_actions_adddup2(&actions, file, stream)
      }
    }
    var pid: pid_t = 0
    let error = Executable.withTerminated(path) {
      posix_spawn(&pid, $0, &actions, &attributes, arguments, variables)
    }
    return error == 0 ? .success(pid) : .failure(SystemError(error))
  }

  /// Standard input and output lead nowhere from here on, and whatever else was inherited is closed.
  private static func letGoOfStreams() {
    // Nobody need read the summary: this process lives on for the target's status.
    signal(SIGPIPE, SIG_IGN)
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    if nowhere >= 0 {
      dup2(nowhere, STDIN_FILENO)
      dup2(nowhere, STDOUT_FILENO)
    }
    // Of these numbers the listing's own is closed already.
    for descriptor in FolderListing.names(in: "/proc/self/fd").compactMap({ Int32($0) })
    where descriptor > STDERR_FILENO {
      close(descriptor)
    }
  }
}
