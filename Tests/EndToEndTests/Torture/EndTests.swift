import Foundation
import Testing
import TraceFormat

/// Threads, processes and libraries that end where one would rather they did not.
@Suite struct EndTests {
  private func torture(_ arguments: String...) throws -> Outcome {
    try Programs.run("\(Programs.testFolder)/TorturedProgram", arguments)
  }

  @Test(arguments: ["exit", "cancel"])
  func `a thread that ends inside a delivery stops that subject and no other`(way: String) throws {
    let outcome = try torture("end", way)
    #expect(outcome.output == "heard 1 elsewhere 2000\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("an event is given up"))
  }

  @Test func `who cancels a thread that waits for a value does not hold up the sender`() throws {
    let outcome = try torture("waiting")
    #expect(outcome.output == "sent\n", "\(outcome)")
    #expect(outcome.status == 0)
  }

  @Test func `thread destructors and exit handlers may send`() throws {
    let outcome = try torture("late")
    #expect(outcome.output == "heard 1\nheard 11\nheard 21\nheard 31\nheard 51\nheard 41\n")
    #expect(outcome.status == 7)
  }

  @Test func `a signal handler that interrupts a delivery sends after it`() throws {
    let outcome = try torture("handler")
    #expect(outcome.output == "heard 1\nelsewhere 3\ndone 1\nheard 2\ndone 2\n")
    #expect(outcome.status == 0)
  }

  @Test func `a recording says which threads outlived it, and since when`() throws {
    let scratch = try Scratch()
    var (path, recording) = ("", Recording?.none)
    // Who gets no time for a second while it writes a record is not waited for: then nobody seals the recording.
    for attempt in 1...10 where recording?.isSealed != true {
      path = scratch.file("\(attempt).rxtrace")
      let outcome = try Programs.run(
        "\(Programs.testFolder)/TorturedProgram", ["leave"], environment: ["RXTRACE": path])
      #expect(outcome.status == 0)
      recording = try Recording.open(path)
    }
    #expect(recording?.isSealed == true && recording?.threadsAtEnd == 2)
    let told = try Programs.run("\(Programs.testFolder)/rxtrace", ["info", path]).output
    let line = #/ended: in good order; events of 2 other threads after \d+\.\d{3} s are not recorded/#
    #expect(told.contains(line), "\(told)")
  }

  @Test func `whatever draws conclusions says that threads outlived the recording`() throws {
    let scratch = try Scratch()
    // Where nothing leaks, no verdict depends on it.
    for leaks in [false, true] {
      let path = scratch.file("\(leaks).rxtrace")
      func rxtrace(_ arguments: String...) throws -> Outcome {
        try Programs.run("\(Programs.testFolder)/rxtrace", arguments + [path])
      }
      let outcome = try Programs.run(
        "\(Programs.testFolder)/TorturedProgram", ["leave", "quiet"] + (leaks ? ["leaking"] : []),
        environment: ["RXTRACE": path])
      #expect(outcome.status == 0)
      let words = "not recorded: events of 2 other threads after the end"
      let told = [try rxtrace("leaks").output, try rxtrace("check").errors]
      for text in told { #expect(text.contains(words) == leaks, "\(text)") }
      for verb in ["info", "leaks", "check"] {
        let json = try rxtrace(verb, "--format", "json").output
        #expect(json.contains(#""threads_at_end":2"#), "\(verb): \(json)")
      }
    }
  }

  @Test(arguments: [
    ("first", ""), ("second", ""), ("between", ""), ("chained", "one that hands on\n"), ("ended", ""),
  ])
  func `two copies of the runtime leave a handler of SIGBUS its faults, and guard what is theirs`(
    way: String, before: String
  ) throws {
    let library = "\(Programs.testFolder)/libSignalsDynamic.so"
    let outcome = try torture("copies", library, way)
    let asItWas = way == "ended" ? "as it was\n" : ""
    #expect(outcome.output == asItWas + "both guarded\n" + before + "the program's own handler\n")
    #expect(outcome.status == 7, "\(outcome)")
  }

  @Test(arguments: [false, true])
  func `an error that nobody handles ends no program whose standard error nobody reads`(
    isRecorded: Bool
  ) throws {
    let scratch = try Scratch()
    let program = "\(Programs.testFolder)/TorturedProgram"
    let line = "cd '\(scratch.path)'; { '\(program)' unheard 2>&1 >out; echo $? >status; } | true"
    let outcome = try Programs.run(
      "/bin/sh", ["-c", line], environment: isRecorded ? ["RXTRACE": "r.rxtrace"] : [:])
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: scratch.file("out"), encoding: .utf8) == "went on\n")
    #expect(try String(contentsOfFile: scratch.file("status"), encoding: .utf8) == "0\n")
  }

  /// Runs a program in the background of a terminal that stops whoever writes there, and prints what it has written.
  private static let inTheBackground = """
    import fcntl, os, pty, select, signal, sys, termios
    ours, terminal = pty.openpty()
    leader = os.fork()
    if leader == 0:
      os.setsid()
      fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
      modes = termios.tcgetattr(terminal)
      modes[3] |= termios.TOSTOP
      termios.tcsetattr(terminal, termios.TCSANOW, modes)
      job = os.fork()
      if job == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.dup2(terminal, 2)
        os.execv(sys.argv[1], sys.argv[1:])
      status = os.waitpid(job, os.WUNTRACED)[1]
      if os.WIFSTOPPED(status): os.kill(job, signal.SIGKILL)
      os._exit(99 if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status))
    status = os.waitpid(leader, 0)[1]
    # The terminal takes its time to hand on what was written.
    while select.select([ours], [], [], 1)[0]: os.write(2, os.read(ours, 65536))
    sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test func `a program in the background is not stopped for a line of ours`() throws {
    let scratch = try Scratch()
    let path = scratch.file("r.rxtrace")
    let outcome = try Programs.run(
      "python3",
      ["-c", Self.inTheBackground, "\(Programs.testFolder)/TorturedProgram", "unheard"],
      environment: ["RXTRACE": path])
    #expect(outcome.status == 0 && outcome.output == "went on\n", "\(outcome)")
    #expect(outcome.errors.contains("records to \(path)") && outcome.errors.contains("unhandled error"))
  }

  @Test func `a thread may end after the library that held the runtime was closed`() throws {
    let folder = Programs.testFolder
    let outcome = try Programs.run("\(folder)/LateLibrary", ["\(folder)/libSignalsDynamic.so", "closed"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
