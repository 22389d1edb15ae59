import Glibc
import ProcessInspection
import Synchronization

/// A program between this process and the terminal that shows long answers page by page: `PAGER`, or less.
///
/// It starts with the first piece of an answer. Until then the reader can interrupt the work, and a failure
/// is told on a plain terminal.
enum Pager {
  private enum State {
    case unwanted
    case wanted(Environment)
    case running(pid_t)
  }

  private static let state = Mutex(State.unwanted)

  /// From now on answers are paged, if they go to a terminal.
  static func want(environment: Environment = .current) {
    guard isatty(STDOUT_FILENO) == 1, let terminal = environment["TERM"], terminal != "dumb" else { return }
    state.withLock { $0 = .wanted(environment) }
  }

  /// Puts the pager into its place, where one is wanted and there.
  static func startIfWanted() {
    state.withLock { state in
      guard case .wanted(let environment) = state else { return }
      state = start(environment).map { .running($0) } ?? .unwanted
    }
  }

  /// Whether an answer is going to a pager. When that ends before the answer does, it has shown enough.
  static var isRunning: Bool {
    state.withLock { if case .running = $0 { true } else { false } }
  }

  /// Lets the pager know that this was all, and waits until its reader has had enough.
  static func finish() {
    let pager: pid_t? = state.withLock { state in
      defer { state = .unwanted }
      return if case .running(let pid) = state { pid } else { nil }
    }
    guard let pager else { return }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if nowhere >= 0 {
      dup2(nowhere, STDOUT_FILENO)
      close(nowhere)
    } else {
      close(STDOUT_FILENO)
    }
    while waitpid(pager, nil, 0) < 0, errno == EINTR {}
  }

  private static func start(_ environment: Environment) -> pid_t? {
    guard let words = command(environment) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    let additions = getenv("LESS") == nil ? [(name: "LESS", value: "FRX")] : []
    var pid: pid_t = 0
    let error = TargetEnvironment(adding: additions).withVariables { variables in
      CommandLineWords(words).withArguments { posix_spawn(&pid, words[0], &actions, nil, $0, variables) }
    }
    guard error == 0, dup2(ends[1], STDOUT_FILENO) >= 0 else { return nil }
    // Control-C is for the pager, which goes on; a reader who leaves the pager ends both.
    signal(SIGINT, SIG_IGN)
    return pid
  }

  /// Nil where nobody wants one: `PAGER` is empty or `cat`, or there is no less.
  private static func command(_ environment: Environment) -> [String]? {
    if getenv("PAGER") != nil {
      guard let pager = environment["PAGER"], pager != "cat" else { return nil }
      return ["/bin/sh", "-c", pager]
    }
    let candidates = Executable.candidates(for: Array("less".utf8), path: environment["PATH"])
    return candidates.lazy.map { String(decoding: $0, as: UTF8.self) }.first { access($0, X_OK) == 0 }
      .map { [$0] }
  }
}
