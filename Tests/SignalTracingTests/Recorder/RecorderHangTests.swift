import Glibc
import Testing
import TraceFormat

@Suite("A recording on a disk that hangs", .serialized)
struct RecorderHangTests {
  let folder = TemporaryFolder()

  /// Stops the recorder's process for a while, as a disk that does not answer does.
  private func hang(_ program: RecordedProgram, seconds: Double) -> RecordedProgram {
    let line = """
      for process in $(pgrep -P \(program.processID) -x rxtrace); do
        kill -STOP $process && echo 0; sleep \(seconds); kill -CONT $process; done
      """
    return RecordedProgram(shell: line, in: folder.path)
  }

  private func waitUntilItHangs(_ program: RecordedProgram) {
    let states = "ps -o stat= --ppid \(program.processID)"
    for _ in 0..<300 where !RecordedProgram.shell(states).output.hasPrefix("T") { usleep(10_000) }
  }

  @Test func `costs events, which are counted, and not the program's time`() throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(
      ["send", counts.path, "2", "40000"], ["RXTRACE": "h.rxtrace", "RXTRACE_WAIT": "0"],
      in: folder)
    counts.wait(for: 100_000)
    let tracer = hang(program, seconds: 4)
    waitUntilItHangs(program)
    let before = counts.done
    // Both threads wait for the disk once, for half a second, and may be through with everything when that is noticed.
    let all: UInt64 = 2 * (40_000 * 63 + 1)
    for _ in 0..<200 where counts.done == before && before < all { usleep(10_000) }
    #expect(counts.done > before || before == all)
    #expect(tracer.wait().output == "0\n")
    #expect(program.wait().status == 0)
    let tally = Tally(try Recording.open(folder.file("h.rxtrace")))
    #expect(tally.lost > 0 && tally.emitted == counts.begun)
  }

  @Test func `loses nothing with RXTRACE_WAIT=1, which waits nothing`() throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(
      ["send", counts.path, "2", "9000"], ["RXTRACE": "w.rxtrace", "RXTRACE_WAIT": "1"], in: folder)
    counts.wait(for: 100_000)
    #expect(hang(program, seconds: 2).wait().output == "0\n")
    #expect(program.wait().status == 0)
    let tally = Tally(try Recording.open(folder.file("w.rxtrace")))
    #expect(tally.lost == 0 && tally.recovered == counts.begun)
  }

  /// Milliseconds that the program takes for what it is told, and to exit, beside a disk that hangs.
  private func times(_ words: [String]) throws -> [String: Int] {
    let counts = Counts(in: folder, threads: 1)
    let input = folder.file("input")
    mkfifo(input, 0o600)
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' hung '\(counts.path)' <'\(input)'",
      ["RXTRACE": "h.rxtrace", "RXTRACE_WAIT": "0"], in: folder.path)
    let pipe = open(input, O_WRONLY | O_CLOEXEC)
    counts.wait(for: 63_001)
    let tracer = hang(program, seconds: 4)
    waitUntilItHangs(program)
    for word in words { write(pipe, word + "\n", word.utf8.count + 1) }
    close(pipe)
    let outcome = program.wait()
    #expect(outcome.status == 0 && tracer.wait().output == "0\n", "\(outcome)")
    let recording = try Recording.open(folder.file("h.rxtrace"))
    #expect(Tally(recording).emitted == counts.begun || recording.unknownLoss != nil)
    // Where the program itself stops the recording, it is told so.
    #expect(
      outcome.errors.contains("could not be ended in time")
        == (!recording.isSealed && !words.contains("stop")))
    folder.remove { $0.hasPrefix("h.rxtrace") || $0 == "input" || $0 == "counters" }
    let pairs = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? .max) })
  }

  @Test(
    arguments: [([], "exit", 1200), (["begin"], "begin", 2500), (["stop"], "stop", 2500)])
  func `delays no exit by more than a second, and threads that begin or end meanwhile by no more together`(
    words: [String], what: String, most: Int
  ) throws {
    var found: [Int] = []
    // A machine under load may be late for other reasons, but not each time.
    for _ in 0..<5 where found.allSatisfy({ $0 > most }) {
      found.append(try times(words)[what] ?? .max)
    }
    #expect(found.contains { $0 <= most }, "\(found) milliseconds")
  }

  /// Runs the program, and stops the recorder's own thread as soon as it has its name.
  private static let hangFromTheStart = """
    import ctypes, os, signal, sys
    trace = ctypes.CDLL(None).ptrace
    trace.argtypes = [ctypes.c_long] * 4
    program = os.fork()
    if program == 0:
      trace(0, 0, 0, 0)
      os.kill(os.getpid(), signal.SIGSTOP)
      os.execv(sys.argv[1], sys.argv[1:])
    os.waitpid(program, 0)
    trace(0x4200, program, 0, 1 | 8)
    trace(7, program, 0, 0)
    while True:
      thread, status = os.waitpid(-1, 0x40000000)
      if os.WIFSTOPPED(status):
        if open("/proc/%d/task/%d/comm" % (program, thread)).read() == "rxtrace\\n": continue
        number = os.WSTOPSIG(status) & 0x7f
        passed = 0 if number in (signal.SIGTRAP, signal.SIGSTOP) else number
        trace(7 if thread == program else 24, thread, 0, passed)
      elif thread == program:
        sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test func `that never answers costs the first subscription a second, and the recording`() throws {
    let script = folder.file("hang.py")
    let file = fopen(script, "w")
    fputs(Self.hangFromTheStart, file)
    fclose(file)
    var found: [Int] = []
    for _ in 0..<5 where found.allSatisfy({ $0 > 2500 }) {
      let outcome = RecordedProgram(
        shell: "exec python3 '\(script)' '\(RecordedProgram.path)' first",
        ["RXTRACE": "f.rxtrace", "RXTRACE_WAIT": "0"], in: folder.path
      ).wait()
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.errors.contains("nothing is recorded"), "\(outcome)")
      #expect(outcome.errors.contains("the disk does not answer"), "\(outcome)")
      let words = outcome.output.split(whereSeparator: \.isWhitespace)
      found.append(words.count == 2 ? Int(words[1]) ?? .max : .max)
    }
    #expect(found.contains { $0 <= 2500 }, "\(found) milliseconds")
  }

  /// Runs the program, and keeps whoever makes a system call at it for three seconds: the call of that name, with that
  /// first argument where one is given.
  private static let slowCalls = """
    import ctypes, os, platform, signal, struct, sys, time
    trace = ctypes.CDLL(None).ptrace
    trace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    numbers = {"x86_64": {"statfs": 137, "write": 1}, "aarch64": {"statfs": 43, "write": 64}}
    wanted = numbers[platform.machine()][sys.argv[1]]
    argument = int(sys.argv[2]) if sys.argv[2] else None
    program = os.fork()
    if program == 0:
      trace(0, 0, 0, 0)
      os.kill(os.getpid(), signal.SIGSTOP)
      os.execv(sys.argv[3], sys.argv[3:])
    os.waitpid(program, 0)
    trace(0x4200, program, 0, 1 | 8)
    trace(24, program, 0, 0)
    held, call = {}, ctypes.create_string_buffer(128)
    while True:
      for thread in [thread for thread, end in held.items() if time.monotonic() >= end]:
        del held[thread]
        trace(24, thread, 0, 0)
      thread, status = os.waitpid(-1, 0x40000000 | (os.WNOHANG if held else 0))
      if thread == 0: time.sleep(0.001)
      elif os.WIFSTOPPED(status):
        number = os.WSTOPSIG(status)
        if number == signal.SIGTRAP | 0x80:
          trace(0x420e, thread, 128, ctypes.cast(call, ctypes.c_void_p))
          entered, made, first = struct.unpack_from("<B23xQQ", call)
          if entered == 1 and made == wanted and argument in (None, first):
            held[thread] = time.monotonic() + 3
            continue
        passed = 0 if number in (signal.SIGTRAP | 0x80, signal.SIGTRAP, signal.SIGSTOP) else number
        trace(24, thread, 0, passed)
      elif thread == program:
        sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test(
    arguments: [("statfs", ""), ("write", "2")])
  func
    `that does not say what it is, or where the program's errors go, costs the first subscription a second`(
      call: String, argument: String
    ) throws
  {
    let script = folder.file("slow.py")
    let file = fopen(script, "w")
    fputs(Self.slowCalls, file)
    fclose(file)
    var found: [Int] = []
    for _ in 0..<5 where found.allSatisfy({ $0 > 2000 }) {
      let outcome = RecordedProgram(
        shell: "exec python3 '\(script)' '\(call)' '\(argument)' '\(RecordedProgram.path)' first",
        ["RXTRACE": "s.rxtrace", "RXTRACE_WAIT": "0"], in: folder.path
      ).wait()
      #expect(outcome.status == 0, "\(outcome)")
      let words = outcome.output.split(whereSeparator: \.isWhitespace)
      found.append(words.count == 2 ? Int(words[1]) ?? .max : .max)
      folder.remove { $0.hasPrefix("s.") && $0.contains("rxtrace") }
    }
    #expect(found.contains { $0 <= 2000 }, "\(found) milliseconds")
  }
}
