import Foundation

/// A program that runs beside the test, with no signal held back: its input is a pipe, its output is collected.
final class LiveProgram {
  let pid: pid_t
  private let name: String
  private let input: FileHandle
  private let scratch: Scratch
  private var status: Int32?

  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    scratch = try Scratch()
    name = ([program] + arguments).joined(separator: " ")
    let pipe = Pipe()
    input = pipe.fileHandleForWriting

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForReading.fileDescriptor, STDIN_FILENO)
    let create = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch.file("output"), create, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, scratch.file("errors"), create, 0o600)
    // The writing end is open in this process alone: the program sees the end of its input.
    _ = fcntl(input.fileDescriptor, F_SETFD, FD_CLOEXEC)

    // Threads of a test run hold signals back.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings =
      Programs.environment(with: environment)
      .map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid = pid_t()
    let error = posix_spawnp(&pid, program, &actions, &attributes, words, settings)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.pid = pid
  }

  deinit {
    guard isRunning else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  var isRunning: Bool {
    if status != nil { return false }
    var word: Int32 = 0
    guard waitpid(pid, &word, WNOHANG) == pid else { return true }
    status = word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
    return false
  }

  var output: String { text("output") }
  var errors: String { text("errors") }

  /// Gives the program one line.
  func tell(_ line: String = "go") { input.write(Data("\(line)\n".utf8)) }

  /// Waits until the output holds `text`.
  func wait(for text: String) throws {
    try waitUntil("\(name) says \(text)") {
      if output.contains(text) { return true }
      guard isRunning else { throw TookTooLong(description: "\(name) ended: \(errors)\(output)") }
      return false
    }
  }

  /// Whether its first thread waits for events of the kernel's: a tracer does when it is attached everywhere.
  private var waitsForEvents: Bool {
    func says(_ name: String, _ words: String...) -> Bool {
      let text = (try? String(contentsOfFile: "/proc/\(pid)/\(name)", encoding: .utf8)) ?? ""
      return words.contains { name == "wchan" ? text.contains($0) : text.hasPrefix($0) }
    }
    // What it sleeps in; or the system call that it is in: epoll_wait, epoll_pwait on both kinds of machines.
    return says("wchan", "epoll", "ep_poll") || says("syscall", "232 ", "281 ", "22 ")
  }

  /// Waits until bpftrace has attached everything.
  func waitUntilAttached() throws {
    try waitUntil("\(name) is attached") {
      guard isRunning else { throw TookTooLong(description: "\(name) ended: \(errors)\(output)") }
      return waitsForEvents
    }
  }

  /// Ends the input, waits for the program's end.
  @discardableResult
  func finish() throws -> Outcome {
    try? input.close()
    try waitUntil("\(name) ends") { !isRunning }
    return Outcome(status: status ?? -1, output: output, errors: errors)
  }

  /// Sends a signal, by default that of Ctrl-C, and waits for the program's end.
  ///
  /// bpftrace 0.17 hears of it only where it waits for events, and not while it prints: if it goes on waiting it is told
  /// again.
  @discardableResult
  func end(by signal: Int32 = SIGINT) throws -> Outcome {
    kill(pid, signal)
    var looks = 0
    try waitUntil("\(name) ends") {
      looks += 1
      if looks % 200 == 0, waitsForEvents { kill(pid, signal) }
      return !isRunning
    }
    return try finish()
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
  }
}

struct TookTooLong: Error, CustomStringConvertible {
  let description: String
}

/// Looks again and again until `condition` holds; gives up after five minutes.
func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(300)
  while try !condition() {
    guard ContinuousClock.now < end else { throw TookTooLong(description: "waited too long until \(what)") }
    usleep(5000)
  }
}

/// How often tracers are attached to each probe of a running program, as its memory has it. Needs root.
struct Semaphores {
  private let pid: Int32
  private let addresses: [String: UInt64]

  /// - Parameter mapped: how the process itself calls the program or library, if not as this one does.
  init(pid: Int32, program: String, mappedAs mapped: String? = nil) throws {
    self.pid = pid
    let file = mapped ?? program
    // Foundation reads of a file that has no size, as this one, the first part alone.
    let maps = try Programs.run("cat", ["/proc/\(pid)/maps"]).output
    let base = maps.split(separator: "\n").first { $0.hasSuffix(" \(file)") }
      .flatMap { UInt64($0.prefix { $0 != "-" }, radix: 16) }
    guard let base else { throw TookTooLong(description: "\(file) is not mapped in \(pid):\n\(maps)") }
    addresses = Dictionary(
      uniqueKeysWithValues: try ElfProbe.all(in: program).map { ($0.name, $0.semaphore + base) })
  }

  func count(_ probe: String) throws -> Int {
    guard let address = addresses[probe], let memory = FileHandle(forReadingAtPath: "/proc/\(pid)/mem") else {
      throw TookTooLong(description: "no memory of \(probe)")
    }
    defer { try? memory.close() }
    try memory.seek(toOffset: address)
    let bytes = try memory.read(upToCount: 2) ?? Data()
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The sum over all probes; a word that two of them share counts once, and has both their tracers in it.
  func total() throws -> Int {
    let words = Dictionary(addresses.map { ($0.value, $0.key) }) { first, _ in first }
    return try words.values.map(count).reduce(0, +)
  }

  /// The kernel tidies up after a tracer in its own time.
  func waitUntilAllAreZero() throws { try waitUntil("all semaphores are 0") { try total() == 0 } }
}
