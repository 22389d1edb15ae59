import CProbeFiles
import Glibc
import ProcessInspection

/// A running bpftrace that looks at the Swift runtime of a process. It ends with this object, and by itself
/// if this process is killed.
final class RuntimeTracer {
  /// Its lines.
  let lines: String
  private let folder: String
  private let pid: pid_t
  private var isOver = false

  /// Its messages, where it does not come so far.
  private var messages: String { "\(folder)/messages" }

  /// A kernel takes a while to attach some twenty probes.
  private static let patience: UInt64 = 30_000_000_000
  private static let step: UInt32 = 50_000
  /// Where a probe is, the kernel has put this in place of the first byte: `int3`.
  private static let breakpoint: UInt8 = 0xcc

  /// Begins to look, and comes back when all is attached.
  ///
  /// - Parameters:
  ///   - seconds: after this time bpftrace ends by itself.
  ///   - mask: the signals that it is to block.
  init(
    _ bpftrace: String, at process: RunningProcess, _ runtime: ProcessRuntime, atMost seconds: UInt64,
    _ mask: sigset_t
  ) throws(CommandFailure) {
    var template = Array("/tmp/rxtrace-tasks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        "cannot make a folder in /tmp: \(SystemError.last)", status: ExitStatus.cannotWrite)
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    lines = "\(folder)/lines"
    let script = "\(folder)/streams.bt"
    let text = String(cString: rx_probe_file_streams()) + "\ninterval:s:\(seconds)\n{\n\texit();\n}\n"
    guard Self.write(text, to: script) else {
      Self.remove(folder)
      throw CommandFailure("cannot write \(script): \(SystemError.last)", status: ExitStatus.cannotWrite)
    }
    guard
      let pid = Self.spawn(
        bpftrace, ["-B", "line", "-p", "\(process.pid)", script, runtime.file, "\(process.pid)"], lines,
        "\(folder)/messages", mask)
    else {
      Self.remove(folder)
      throw CommandFailure("cannot run \(bpftrace.shellWord)", status: ExitStatus.notExecutable)
    }
    self.pid = pid
    if let obstacle = waitUntilAttached(process, runtime) {
      throw CommandFailure(obstacle, status: ExitStatus.unreadableInput)
    }
  }

  deinit {
    end()
    Self.remove(folder)
  }

  /// Nil when it looks.
  private func waitUntilAttached(_ process: RunningProcess, _ runtime: ProcessRuntime) -> String? {
    let began = MonotonicClock.now
    while MonotonicClock.now - began < Self.patience {
      if process.isGone { return "process \(process.pid) has ended" }
      if hasEnded {
        let said = (try? ProcFile.bytes(of: messages)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let last = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
        return "bpftrace has ended before it was attached\(last.visible)"
      }
      if let memory = try? ProcessMemory(of: process.pid),
        memory.bytes(at: runtime.lastProbe, count: 1) == [Self.breakpoint], hasSpoken
      {
        return nil
      }
      usleep(Self.step)
    }
    return "bpftrace was not attached within \(Self.patience / 1_000_000_000) s"
  }

  /// Whether its first line is there, which it writes when all is attached: two of its probes are at the last
  /// function.
  private var hasSpoken: Bool {
    do {
      var source = try self.source()
      while let line = try source.next() {
        if line.starts(with: "rxtrace-lines\t".utf8) { return true }
      }
    } catch {
      return false
    }
    return false
  }

  /// Whether it is no longer there: without taking its status.
  var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) != 0
      || information._sifields._sigchld.si_pid == pid
  }

  /// Its lines so far.
  func source() throws(SystemError) -> LineSource { try LineSource(path: lines, longest: 1 << 16) }

  private static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func remove(_ folder: String) {
    for name in ["lines", "messages", "streams.bt"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func spawn(
    _ program: String, _ words: [String], _ output: String, _ errors: String, _ mask: sigset_t
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: Ctrl-C is for this process, which ends the other in good order.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    var mask = mask
    posix_spawnattr_setsigmask(&attributes, &mask)
    let arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    // Room for bursts of events.
    let path = Environment.current["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
    let settings = ["PATH=\(path)", "BPFTRACE_PERF_RB_PAGES=1024"]
    let variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for word in variables { free(word) } }
    var pid: pid_t = 0
    return posix_spawn(&pid, program, &actions, &attributes, arguments, variables) == 0 ? pid : nil
  }

  /// Ends bpftrace as Ctrl-C does, so that all of its lines are written; by force where it does not end
  /// within some seconds.
  func end() {
    guard !isOver else { return }
    isOver = true
    var status: Int32 = 0
    kill(pid, SIGINT)
    for _ in 0..<200 {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid || ended < 0 && errno == ECHILD { return }
      usleep(Self.step)
    }
    kill(pid, SIGKILL)
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }
}
