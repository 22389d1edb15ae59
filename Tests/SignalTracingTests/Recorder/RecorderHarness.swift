import Glibc
import Synchronization
import Testing
import TraceFormat

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/rxtrace-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder for the test") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    remove { $0.contains(".stage") }
    _ = RecordedProgram.shell("rm -rf '\(path)'")
  }

  /// Deletes files, and what they link to where that is a staging file in memory.
  func remove(_ isMeant: (String) -> Bool) {
    for name in names.filter(isMeant) {
      var target = [UInt8](repeating: 0, count: 4096)
      let count = target.withUnsafeMutableBytes {
        readlink(file(name), $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      let path = String(decoding: target[..<max(count, 0)], as: UTF8.self)
      if path.hasPrefix("/dev/shm/rxtrace-") { unlink(path) }
      unlink(file(name))
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// How a program ended and what it printed.
struct Outcome {
  /// The exit status, or 128 and the signal's number.
  let status: Int32
  let output: String
  let errors: String
}

/// The program under `Tests/Helpers/RecordedProgram`, in a process of its own.
struct RecordedProgram {
  let processID: pid_t
  private let outputs: (path: String, errors: String)

  /// Whether this process, and so the program, was built with the thread sanitizer.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil

  /// Next to the tests' own executable.
  static let path: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    let own = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/RecordedProgram"
  }()

  /// Starts it in `folder` with no more environment than is given, and what steers a sanitizer. It waits for a slow disk if
  /// nothing else is said: a machine under load is one.
  init(_ arguments: [String], _ environment: [String: String] = [:], in folder: TemporaryFolder) {
    self.init(
      shell: (["exec", Self.path] + arguments.map { "'\($0)'" }).joined(separator: " "), environment,
      in: folder.path)
  }

  init(shell line: String, _ environment: [String: String] = [:], in folder: String) {
    let name = "\(folder)/\(Self.runs.add(1, ordering: .relaxed).newValue)"
    outputs = (name + ".out", name + ".err")
    let line = "cd '\(folder)' && { \(line) ; } >'\(outputs.path)' 2>'\(outputs.errors)'"
    var words: [UnsafeMutablePointer<CChar>?] =
      ["sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
    var all = ["RXTRACE_WAIT": "1"].merging(environment) { $1 }
    for name in ["TSAN_OPTIONS", "SWIFT_BACKTRACE"] { all[name] = getenv(name).map { String(cString: $0) } }
    var variables: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var processID: pid_t = 0
    // The thread that runs a test may block signals; the program must not inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer { posix_spawnattr_destroy(&attributes) }
    let result = posix_spawn(&processID, "/bin/sh", nil, &attributes, &words, &variables)
    for word in words + variables { free(word) }
    guard result == 0 else { fatalError("cannot start \(line): \(result)") }
    self.processID = processID
  }

  private static let runs = Atomic<Int>(0)

  /// Kills it after the recorder's process, which would else complete the recording: its staging file stays.
  func killWithRecorder() {
    kill(processID, SIGSTOP)
    _ = Self.shell("pkill -KILL -P \(processID) -x rxtrace")
    kill(processID, SIGKILL)
  }

  func wait() -> Outcome {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    defer {
      unlink(outputs.path)
      unlink(outputs.errors)
    }
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: Self.contents(outputs.path),
      errors: Self.contents(outputs.errors))
  }

  static func run(
    _ arguments: [String], _ environment: [String: String] = [:], in folder: TemporaryFolder
  ) -> Outcome {
    RecordedProgram(arguments, environment, in: folder).wait()
  }

  static func shell(_ line: String) -> Outcome { RecordedProgram(shell: line, in: "/tmp").wait() }

  static func contents(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      var part = [UInt8](repeating: 0, count: 4096)
      let count = fread(&part, 1, part.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }
}

extension TemporaryFolder {
  /// The recording, once the recorder's process of a killed program has completed it.
  func completed(_ name: String) throws -> Recording {
    for _ in 0..<500 where names.contains(where: { $0.hasPrefix(name + ".stage") }) { usleep(10_000) }
    return try Recording.open(file(name))
  }
}

/// What the program has counted: events that it began, and events that the recorder had returned from.
struct Counts {
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  let path: String
  let threads: Int

  init(in folder: TemporaryFolder, threads: Int) {
    path = folder.file("counters")
    self.threads = threads
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard ftruncate(descriptor, off_t(threads * 64)) == 0,
      let memory = mmap(nil, threads * 64, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { fatalError("no counters") }
    close(descriptor)
    words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: threads * 8)
  }

  func begun(_ thread: Int) -> UInt64 { words[thread * 8].load(ordering: .acquiring) }
  func done(_ thread: Int) -> UInt64 { words[thread * 8 + 1].load(ordering: .acquiring) }
  var begun: UInt64 { (0..<threads).reduce(0) { $0 + begun($1) } }
  var done: UInt64 { (0..<threads).reduce(0) { $0 + done($1) } }

  /// Waits until the program has done so many; a program that has died, or stands still, fails the test instead.
  func wait(for count: UInt64) {
    for _ in 0..<60_000 where done < count { usleep(1000) }
    #expect(done >= count, "the program stands still")
  }
}

/// What a recording holds: whole records and what it says is lost.
struct Tally {
  var recovered: UInt64 = 0
  var lost: UInt64 = 0
  var values: UInt64 = 0
  var disposed: UInt64 = 0
  /// Sequence numbers of the events of each thread, in the order in which they were read.
  var sequences: [ThreadID: [UInt64]] = [:]
  var timesGoBack = false

  init(_ recording: Recording) {
    var last: UInt64 = 0
    for record in recording.records {
      if record.time < last { timesGoBack = true }
      last = record.time
      switch record.event {
      case .lost(let count, _):
        lost += count
        continue
      case .next(_, let event, _, _):
        values += 1
        sequences[record.thread, default: []].append(event.sequence)
      case .disposed(_, let event, _, _):
        disposed += 1
        sequences[record.thread, default: []].append(event.sequence)
      default: break
      }
      recovered += 1
    }
  }

  /// Each thread's events are there without a gap and in order.
  var isGapless: Bool {
    sequences.values.allSatisfy { numbers in
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    }
  }

  var emitted: UInt64 { recovered + lost }
}

/// Tests that take minutes run when this is set.
let isThorough = getenv("RXTRACE_THOROUGH") != nil
