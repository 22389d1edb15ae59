import Glibc
import Testing
import TraceFormat

@Suite("A recording that others touch", .serialized)
struct RecorderTamperTests {
  let folder = TemporaryFolder()

  @Test(
    arguments: ["truncate -s 0 $F", ": >$F", "cp /bin/true $F; truncate -s 0 $F", "truncate -s 50000 $F"])
  func `and cut while it is made tells what is gone, to the last record`(deed: String) throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(["send", counts.path, "2", "8000"], ["RXTRACE": "c.rxtrace"], in: folder)
    counts.wait(for: 200_000)
    _ = RecordedProgram.shell("F='\(folder.file("c.rxtrace"))'; \(deed)")
    let outcome = program.wait()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("c.rxtrace was cut or replaced while it is recorded"))
    let recording = try Recording.open(folder.file("c.rxtrace"))
    #expect(recording.isSealed)
    #expect(Tally(recording).emitted == counts.begun)
    #expect(Tally(recording).lost > 0)
  }

  @Test func `and cut after threads have ended tells of their records as well`() throws {
    let counts = Counts(in: folder, threads: 1)
    let input = folder.file("input")
    mkfifo(input, 0o600)
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' hung '\(counts.path)' <'\(input)'",
      ["RXTRACE": "t.rxtrace"], in: folder.path)
    let words = open(input, O_WRONLY | O_CLOEXEC)
    counts.wait(for: 63_001)
    // Twenty threads that come, send and go.
    write(words, "begin\n", 6)
    counts.wait(for: 63_001 + 20 * 63)
    usleep(100_000)
    truncate(folder.file("t.rxtrace"), 0)
    close(words)
    let outcome = program.wait()
    #expect(outcome.status == 0 && outcome.errors.contains("t.rxtrace was cut or replaced"))
    let recording = try Recording.open(folder.file("t.rxtrace"))
    #expect(recording.isSealed && Tally(recording).emitted == counts.begun)
  }

  /// Starts a program that rests until it is told to go on, or to end.
  private func resting(_ counts: Counts, _ name: String) -> (program: RecordedProgram, words: Int32) {
    let input = folder.file("input")
    mkfifo(input, 0o600)
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' on-demand '\(counts.path)' <'\(input)'",
      ["RXTRACE": name], in: folder.path)
    let words = open(input, O_WRONLY | O_CLOEXEC)
    write(words, "\n", 1)
    counts.wait(for: 6301)
    return (program, words)
  }

  @Test func `and has become another file's copy stays that, to the byte`() throws {
    let counts = Counts(in: folder, threads: 1)
    let (program, words) = resting(counts, "r.rxtrace")
    _ = RecordedProgram.shell("cp /bin/true '\(folder.file("r.rxtrace"))'")
    write(words, "\n\n\n\n\n\n\n\n", 8)
    close(words)
    let outcome = program.wait()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("r.rxtrace was cut or replaced while it is recorded"))
    #expect(RecordedProgram.shell("cmp /bin/true '\(folder.file("r.rxtrace"))'; echo $?").output == "0\n")
  }

  @Test(
    arguments: ["echo mine >$F", "ln -s mine $F", "mkdir $F"])
  func `leaves alone what has taken its staging file's place meanwhile`(deed: String) throws {
    let counts = Counts(in: folder, threads: 1)
    let (program, words) = resting(counts, "p.rxtrace")
    let (name, look) = ("F='\(folder.file("p.rxtrace.stage"))'", "stat -c '%F %i %Z' $F")
    let before = RecordedProgram.shell("\(name); rm $F; \(deed); \(look)").output
    close(words)
    #expect(program.wait().status == 0)
    #expect(!before.isEmpty && RecordedProgram.shell("\(name); \(look)").output == before)
    #expect(Tally(try Recording.open(folder.file("p.rxtrace"))).emitted == counts.begun)
  }

  @Test func `or that is deleted says so at once`() {
    let counts = Counts(in: folder, threads: 1)
    let program = RecordedProgram(["send", counts.path, "1", "8000"], ["RXTRACE": "d.rxtrace"], in: folder)
    counts.wait(for: 50_000)
    unlink(folder.file("d.rxtrace"))
    let outcome = program.wait()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("d.rxtrace was deleted while it is recorded"))
  }

  @Test(
    arguments: ["echo mine >$F", "mkdir $F", "ln -s /etc/hostname $F", "ln -s /no/such/file $F", "mkfifo $F"])
  func `keeps its hands off what is not its own and lies in its way`(deed: String) throws {
    let counts = Counts(in: folder, threads: 1)
    let look =
      "cd '\(folder.path)'; stat -c '%F %N %i' f.rxtrace.stage; test -f f.rxtrace.stage && cat f.rxtrace.stage"
    _ = RecordedProgram.shell("F='\(folder.file("f.rxtrace.stage"))'; \(deed)")
    let before = RecordedProgram.shell(look).output
    for end in ["kill", "exit"] {
      _ = RecordedProgram.run(["end", end, counts.path], ["RXTRACE": "f.rxtrace"], in: folder)
      // The foreign file keeps the first name.
      for _ in 0..<500 where folder.names.contains("f.rxtrace.stage.2") { usleep(10_000) }
      let recording = try Recording.open(folder.file("f.rxtrace"))
      #expect(recording.isSealed == (end == "exit") && recording.unknownLoss == nil)
      #expect(Tally(recording).recovered == 1000 * 63 + 1)
      #expect(recording.isSealed != recording.isCompleted)
      #expect(!folder.names.contains("f.rxtrace.stage.2"))
      folder.remove { $0 == "f.rxtrace" || $0 == "f.rxtrace.stage.2" }
    }
    #expect(RecordedProgram.shell(look).output == before)
  }

  @Test func `and a neighbour's of the same name do not disturb each other`() throws {
    let first = Counts(in: folder, threads: 1)
    let one = RecordedProgram(["endless", first.path, "1"], ["RXTRACE": "n.rxtrace"], in: folder)
    first.wait(for: 20_000)
    rename(folder.file("n.rxtrace"), folder.file("first.rxtrace"))
    let other = TemporaryFolder()
    let second = Counts(in: other, threads: 1)
    let two = RecordedProgram(["endless", second.path, "1"], ["RXTRACE": "n.rxtrace"], in: folder)
    second.wait(for: 20_000)
    for program in [one, two] {
      program.killWithRecorder()
      _ = program.wait()
    }
    rename(folder.file("n.rxtrace.stage"), folder.file("first.rxtrace.stage"))
    for (name, counts) in [("first.rxtrace", first), ("n.rxtrace", second)] {
      let tally = Tally(try Recording.open(folder.file(name)))
      #expect(tally.lost == 0 && (counts.done...counts.begun).contains(tally.recovered))
    }
  }
}
