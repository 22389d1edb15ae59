import Glibc
import Testing
import TraceFormat

@Suite("The rights of a program that is recorded", .serialized)
struct RecorderRightsTests {
  let folder = TemporaryFolder()

  private static let byAnybody = [
    "newuser", "newtime", "unshare-vm", "seccomp", "seccomp-all", "landlock", "no-new-privileges",
  ]
  private static let byRoot = [
    "setresuid", "setuid", "seteuid", "setreuid", "setgid", "setresgid", "setgroups", "setfsuid", "capset",
    "newns", "newpid", "setns", "chroot", "bounding",
  ]

  /// What a program was told, and what the kernel says of each of its threads.
  private struct Trial: Equatable {
    var told: String
    var threads: [String]
  }

  /// Lines of a thread's status that say what it may do.
  private static let rights =
    "grep -hE '^(Uid|Gid|Groups|CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp):'"

  private func trial(
    _ right: String, _ moment: String, threads: Int, isRecorded: Bool
  ) throws -> (Trial, helpers: [String], counts: Counts) {
    chmod(folder.path, 0o777)
    unlink(folder.file("counters"))
    let counts = Counts(in: folder, threads: threads + 1)
    chmod(counts.path, 0o666)
    let input = folder.file("input")
    mkfifo(input, 0o666)
    defer { unlink(input) }
    let program = RecordedProgram(
      shell:
        "exec '\(RecordedProgram.path)' rights \(right) \(moment) \(threads) '\(counts.path)' <'\(input)'",
      isRecorded ? ["RXTRACE": "r.rxtrace"] : [:], in: folder.path)
    let pipe = open(input, O_WRONLY | O_CLOEXEC)
    counts.wait(for: UInt64((threads + 1) * (40 * 63 + 1)))
    // Each thread by itself, without its number, and whether it sees another root or other mounts than this one.
    let look = """
      for task in /proc/\(program.processID)/task/*; do
        \(Self.rights) $task/status | tr '\\n' ' '
        for link in root ns/mnt ns/user; do
          test "$(readlink $task/$link)" = "$(readlink /proc/self/$link)" && echo -n "same " || echo -n "other "; done
        echo; done | sort
      """
    let rows = RecordedProgram.shell(look).output.split(separator: "\n").map(String.init)
    let look2 = """
      for process in $(pgrep -P \(program.processID)); do for task in /proc/$process/task/*; do
        \(Self.rights) $task/status | tr '\\n\\t' '  '; echo; done; done
      """
    let helpers = RecordedProgram.shell(look2).output.split(separator: "\n").map(String.init)
    write(pipe, "\n", 1)
    close(pipe)
    let outcome = program.wait()
    #expect(outcome.status == 0, "\(right) \(moment): \(outcome)")
    return (Trial(told: outcome.output, threads: rows), helpers, counts)
  }

  private func check(_ right: String, _ moment: String, threads: Int) throws {
    let plain = try trial(right, moment, threads: threads, isRecorded: false)
    let recorded = try trial(right, moment, threads: threads, isRecorded: true)
    #expect(recorded.0 == plain.0, "\(right) \(moment)")
    #expect(plain.helpers.isEmpty && plain.0.threads.count == threads + 1)
    // Whoever may write nowhere, and is alone, makes no file.
    if right == "landlock" && moment == "before" && threads == 0 {
      return #expect(folder.names.allSatisfy { !$0.hasSuffix(".rxtrace") }, "\(folder.names)")
    }
    #expect(!recorded.helpers.isEmpty)
    for helper in recorded.helpers {
      let words = helper.split(separator: " ").map(String.init)
      for set in ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"] {
        let place = try #require(words.firstIndex(of: set))
        #expect(words[place + 1] == "0000000000000000", "\(helper)")
      }
      #expect(helper.contains("NoNewPrivs: 1") && helper.contains("Seccomp: 2"), "\(helper)")
    }
    let recording = try Recording.open(folder.file("r.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    #expect(Tally(recording).recovered == recorded.counts.begun)
    #expect(folder.names.allSatisfy { !$0.contains(".stage") }, "\(folder.names)")
  }

  @Test(
    .enabled(if: geteuid() == 0 && !RecordedProgram.isSanitized, "needs root, and no thread of a sanitizer"),
    arguments: byRoot + byAnybody, ["before", "after"])
  func `go when it gives them up, on all of eight threads, before and after the first subscription`(
    right: String, moment: String
  ) throws { try check(right, moment, threads: 8) }

  @Test(
    .enabled(if: !RecordedProgram.isSanitized, "a sanitizer has a thread of its own"),
    arguments: byAnybody, ["before", "after"])
  func `let it have a user namespace of its own, and whatever else only a program of one thread may have`(
    right: String, moment: String
  ) throws { try check(right, moment, threads: 0) }

  @Test(
    .enabled(if: !RecordedProgram.isSanitized, "a sanitizer makes calls of its own"))
  func `to make system calls may go, but for those that are listed: it is not killed for one of ours`() throws
  {
    let line = "ulimit -s 1024; exec '\(RecordedProgram.path)' filtered"
    let plain = Counts(in: folder, threads: 12)
    let alone = RecordedProgram(shell: "\(line) '\(plain.path)'", in: folder.path).wait()
    try #require(alone.status == 0, "the filter lets through what the program needs itself: \(alone)")
    for _ in 0..<3 {
      unlink(folder.file("counters"))
      let counts = Counts(in: folder, threads: 12)
      let outcome = RecordedProgram(
        shell: "\(line) '\(counts.path)'", ["RXTRACE": "f.rxtrace"], in: folder.path
      ).wait()
      #expect(outcome.status == 0 && outcome.output == "begun\ndone\n", "\(outcome)")
      let recording = try Recording.open(folder.file("f.rxtrace"))
      #expect(recording.isSealed && recording.damage.isEmpty)
      #expect(Tally(recording).recovered == counts.begun)
      unlink(folder.file("f.rxtrace"))
    }
  }

  @Test
  func
    `stay with what it has: a signal handler that ends threads in the recorder does not end the recording`()
    throws
  {
    let times = isThorough ? 2000 : 200
    let counts = Counts(in: folder, threads: 4)
    let outcome = RecordedProgram.run(
      ["exit-in-handler", counts.path, "\(times)"], ["RXTRACE": "e.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let tally = Tally(try Recording.open(folder.file("e.rxtrace")))
    // The event that a thread was about to record when it ended may be there or not.
    #expect(counts.begun - counts.done <= UInt64(times))
    #expect((counts.done...counts.begun).contains(tally.emitted), "\(tally.emitted) of \(counts.begun)")
    #expect(tally.lost <= UInt64(times))
  }

  @Test(
    .enabled(if: geteuid() == 0, "needs root"))
  func `do not decide what a kill leaves: where /dev/shm is the program's own nothing is staged there`()
    throws
  {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(
      shell: """
        exec unshare -m sh -c 'mount -t tmpfs none /dev/shm && exec "$0" endless "$1" 2' \
          '\(RecordedProgram.path)' '\(counts.path)'
        """, ["RXTRACE": "m.rxtrace"], in: folder.path)
    counts.wait(for: 30_000)
    kill(program.processID, SIGKILL)
    _ = program.wait()
    let recording = try Recording.open(folder.file("m.rxtrace"))
    #expect((counts.done...counts.begun).contains(Tally(recording).recovered))
  }

  @Test func `are as many threads as ever: two thousand that begin at once take no more than thrice as long`()
    throws
  {
    func microseconds(_ environment: [String: String]) -> Int {
      defer { folder.remove { $0.hasPrefix("c.") } }
      let outcome = RecordedProgram.run(["crowd", "2000"], environment, in: folder)
      return outcome.status == 0 ? Int(outcome.output.split(separator: "\n")[0]) ?? .max : .max
    }
    var (plain, recorded) = (Int.max, Int.max)
    // The least of each: other programs share the machine.
    for turn in 0..<12 where turn < 3 || recorded > plain * 3 {
      plain = min(plain, microseconds([:]))
      recorded = min(recorded, microseconds(["RXTRACE": "c.rxtrace"]))
    }
    #expect(recorded <= plain * 3, "\(recorded) for \(plain) microseconds")
  }
}
