import Glibc
import Testing
import TraceFormat

@Suite("A program that is recorded", .serialized)
struct RecorderHarmTests {
  let folder = TemporaryFolder()

  /// In blocks of a KiB. A sanitizer has a file of its own, for which the small ones leave no room: it ends the program,
  /// recorded or not.
  private static let small = [0, 1, 9, 100, 139, 140, 150, 272, 300]
  private static let large = [1000, 2000, 5000]

  @Test(
    arguments: RecordedProgram.isSanitized ? large : small + large, ["/tmp", "/dev/shm"])
  func `is not killed by a limit on the size of files, on no file system`(blocks: Int, place: String) throws {
    let counts = Counts(in: folder, threads: 2)
    let recording = "\(place)/rxtrace-limit-\(getpid()).rxtrace"
    defer { for name in ["", ".stage"] { unlink(recording + name) } }
    let line = """
      { (ulimit -f \(blocks); '\(RecordedProgram.path)' send '\(counts.path)' 2 3000; echo "status $?") 2>&1; } | cat
      """
    let outcome = RecordedProgram(shell: line, ["RXTRACE": recording], in: folder.path).wait()
    #expect(outcome.output.hasSuffix("status 0\n"), "\(outcome)")
    #expect(counts.done == 2 * (3000 * 63 + 1))
    guard access(recording, F_OK) == 0 else {
      #expect(outcome.output.contains("nothing is recorded: \(recording): cannot be created: "))
      #expect(outcome.output.contains("ulimit -f unlimited"))
      return
    }
    let read = try Recording.open(recording)
    let emitted = Tally(read).emitted
    // More than what is left at the end, which takes what room there is.
    #expect(blocks < 1000 || Tally(read).values > 20_000, "what the limit leaves is used")
    // Where there was no room for a number either, the reader knows that.
    let saysSo = read.unknownLoss != nil && outcome.output.contains("its newest events are lost")
    #expect(emitted == counts.begun || (emitted < counts.begun && saysSo), "\(outcome.output)")
  }

  @Test func `writes on when standard error is a pipe that nobody reads, and keeps its own files to itself`()
    throws
  {
    let counts = Counts(in: folder, threads: 1)
    let line = """
      { '\(RecordedProgram.path)' send '\(counts.path)' 1 10 2>&1 >/dev/null; echo $? >status; } | true
      sleep 0.2; exec 2>&-; '\(RecordedProgram.path)' close own '\(counts.path)'; echo $? >>status
      """
    _ = RecordedProgram(shell: line, ["RXTRACE": "/no/such/folder"], in: folder.path).wait()
    #expect(RecordedProgram.contents(folder.file("status")) == "0\n0\n")
    #expect(RecordedProgram.contents(folder.file("own")) == "")
  }

  @Test(
    arguments: [
      "truncate -s 0 $F", "truncate -s 4096 $F", "truncate -s 30000 $F", ": >$F", "cp /bin/true $F",
      "truncate -s 0 $F; truncate -s 200000 $F", "head -c 100000 /dev/zero >$F", "rm $F", "mv $F $F.away",
    ])
  func `survives whatever is done to its staging file, and what is lost is counted`(deed: String) throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(["send", counts.path, "2", "6000"], ["RXTRACE": "s.rxtrace"], in: folder)
    for step in 1...4 {
      counts.wait(for: UInt64(step) * 60_000)
      _ = RecordedProgram.shell("F='\(folder.file("s.rxtrace.stage"))'; chmod 600 $F; \(deed)")
    }
    let outcome = program.wait()
    #expect(outcome.status == 0, "\(outcome)")
    let recording = try Recording.open(folder.file("s.rxtrace"))
    #expect(recording.isSealed)
    #expect(Tally(recording).emitted == counts.begun, "\(outcome)")
    let isCut = !deed.hasPrefix("rm") && !deed.hasPrefix("mv")
    #expect(!isCut || outcome.errors.contains("was cut or replaced") || Tally(recording).lost == 0)
  }

  @Test(
    arguments: ["truncate -s 0", "truncate -s 4096", "truncate -s 50000", "cp /bin/true", "rm"])
  func `and is killed after that leaves a recording that says what it does not know`(deed: String) throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(["endless", counts.path, "2"], ["RXTRACE": "k.rxtrace"], in: folder)
    counts.wait(for: 60_000)
    let staging = folder.file("k.rxtrace.stage")
    // In memory the file is found without the link beside the recording.
    var status = stat()
    let isLink = lstat(staging, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    _ = RecordedProgram.shell("chmod 600 \(staging); \(deed) \(staging)")
    let before = counts.done
    counts.wait(for: before + 60_000)
    program.killWithRecorder()
    #expect(program.wait().status == 128 + SIGKILL)
    let recording = try Recording.open(folder.file("k.rxtrace"))
    if deed == "rm", isLink || recording.isCompleted {
      #expect(recording.unknownLoss == nil)
      #expect(Tally(recording).emitted >= counts.done)
    } else {
      #expect(recording.unknownLoss != nil)
      #expect(recording.damage.contains { !$0.isHarmless })
    }
    #expect(Tally(recording).emitted <= counts.begun)
  }

  @Test func `survives it with every signal blocked`() throws {
    let counts = Counts(in: folder, threads: 1)
    let input = folder.file("input")
    mkfifo(input, 0o600)
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' on-demand '\(counts.path)' <'\(input)'",
      ["RXTRACE": "b.rxtrace"],
      in: folder.path)
    let pipe = open(input, O_WRONLY)
    for round in 1...20 as ClosedRange<UInt64> {
      write(pipe, "\n", 1)
      counts.wait(for: round * 6300)
      if round == 10 {
        chmod(folder.file("b.rxtrace.stage"), 0o600)
        truncate(folder.file("b.rxtrace.stage"), 0)
      }
    }
    close(pipe)
    let outcome = program.wait()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("was cut or replaced"))
    #expect(Tally(try Recording.open(folder.file("b.rxtrace"))).emitted == counts.begun)
  }

  /// Other bytes in the place of the staging file, none of which cuts it: nothing faults. The program does nothing
  /// meanwhile, and goes on afterwards or is killed.
  @Test(
    arguments: [
      "head -c 2000000 /dev/urandom >$F", "truncate -s 0 $F; truncate -s 2000000 $F",
      "head -c 100000 /dev/urandom | dd of=$F conv=notrunc status=none",
      "head -c 65536 /dev/urandom | dd of=$F bs=4096 seek=1 conv=notrunc status=none",
    ], [false, true])
  func `writes nothing of what somebody copies over its staging file`(deed: String, isKilled: Bool) throws {
    let counts = Counts(in: folder, threads: 1)
    let input = folder.file("input")
    mkfifo(input, 0o600)
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' on-demand '\(counts.path)' <'\(input)'",
      ["RXTRACE": "o.rxtrace"], in: folder.path)
    let pipe = open(input, O_WRONLY)
    write(pipe, "\n", 1)
    counts.wait(for: 6301)
    #expect(RecordedProgram.shell("stat -L -c %a \(folder.file("o.rxtrace.stage"))").output == "400\n")
    _ = RecordedProgram.shell("F='\(folder.file("o.rxtrace.stage"))'; chmod 600 $F; \(deed)")
    if isKilled {
      kill(program.processID, SIGKILL)
    } else {
      write(pipe, "\n", 1)
      counts.wait(for: 12_601)
    }
    close(pipe)
    let outcome = program.wait()
    let recording = try Recording.open(folder.file("o.rxtrace"))
    let tally = Tally(recording)
    if isKilled {
      #expect(recording.unknownLoss != nil)
      #expect(tally.emitted <= counts.begun)
    } else {
      #expect(outcome.errors.contains("was cut or replaced"), "\(outcome)")
      #expect(recording.isSealed && recording.damage.isEmpty)
      #expect(tally.emitted == counts.begun && tally.lost > 0)
    }
  }

  @Test func `has its own handler of SIGBUS called for faults of its own`() throws {
    let counts = Counts(in: folder, threads: 1)
    let outcome = RecordedProgram.run(
      ["own-fault", folder.file("own"), counts.path], ["RXTRACE": "o.rxtrace"], in: folder)
    #expect(outcome.status == 7 && outcome.output == "the program's own handler\n", "\(outcome)")
    #expect(Tally(try Recording.open(folder.file("o.rxtrace"))).recovered == counts.begun)
  }

  @Test func `finds nothing of the recording in its own files, however it juggles its descriptors`() throws {
    let counts = Counts(in: folder, threads: 2)
    let own = folder.file("own")
    let outcome = RecordedProgram.run(
      ["churn", own, counts.path, "8000"], ["RXTRACE": "c.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(RecordedProgram.contents(own).isEmpty)
    let recording = try Recording.open(folder.file("c.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    #expect(Tally(recording).recovered == counts.begun)
  }

  @Test(
    arguments: [">&-", "<&- >&- 2>&-", ""])
  func `has all of its few descriptors, and none of them is the recording`(closed: String) throws {
    let counts = Counts(in: folder, threads: 1)
    let program = RecordedProgram(
      // What `exec` closes the shell does not keep elsewhere; the tests' own descriptors are inherited.
      shell: "exec 3>&- 4>&- 5>&- 6>&- 7>&- \(closed); ulimit -n 8; "
        + "exec '\(RecordedProgram.path)' endless '\(counts.path)' 1",
      ["RXTRACE": "f.rxtrace"], in: folder.path)
    counts.wait(for: 50_000)
    let files = RecordedProgram.shell("ls -l /proc/\(program.processID)/fd").output
    kill(program.processID, SIGKILL)
    _ = program.wait()
    #expect(!files.contains(".rxtrace"), "\(files)")
    let tally = Tally(try Recording.open(folder.file("f.rxtrace")))
    #expect((counts.done...counts.begun).contains(tally.recovered))
  }

  @Test func `ends when it ends: with threads cancelled in the recorder, and by its last thread`() throws {
    let counts = Counts(in: folder, threads: 1)
    let outcome = RecordedProgram.run(
      ["cancel", counts.path, isThorough ? "2000" : "150"], ["RXTRACE": "c.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let recording = try Recording.open(folder.file("c.rxtrace"))
    #expect(recording.isSealed && Tally(recording).emitted == counts.begun)

    #expect(
      RecordedProgram.run(["last-thread", counts.path], ["RXTRACE": "l.rxtrace"], in: folder).status == 0)
    #expect(try Recording.open(folder.file("l.rxtrace")).isSealed)
  }

  @Test func `and ends its recording on several threads at once is told by each that it is whole`() {
    let outcome = RecordedProgram.run(["stop-twice", folder.path, "40"], in: folder)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
  }
}
