import Glibc
import Testing
import TraceFormat

@Suite("A recording whose program dies", .serialized)
struct RecorderCrashTests {
  let folder = TemporaryFolder()

  @Test(arguments: [1, 8])
  func `by SIGKILL holds every event that was recorded, and none twice`(threads: Int) throws {
    let counts = Counts(in: folder, threads: threads)
    for round in 0..<(isThorough ? 500 : 50) {
      let name = "\(threads).\(round).rxtrace"
      let before = (counts.begun, counts.done)
      let program = RecordedProgram(["endless", counts.path, "\(threads)"], ["RXTRACE": name], in: folder)
      while counts.done == before.1 { usleep(100) }
      usleep(UInt32(round * 211 % 12_000))
      Glibc.kill(program.processID, SIGKILL)
      #expect(program.wait().status == 128 + SIGKILL)
      let (begun, done) = (counts.begun - before.0, counts.done - before.1)
      let recording = try Recording.open(folder.file(name))
      let tally = Tally(recording)
      #expect(!recording.isSealed)
      #expect(recording.damage.filter { !$0.isHarmless } == [])
      #expect(tally.lost == 0)
      #expect((done...begun).contains(tally.recovered), "of \(done) to \(begun) events")
      #expect(tally.isGapless)
      #expect(!tally.timesGoBack)
      folder.remove { $0.hasPrefix(name) }
    }
  }

  @Test(
    arguments: [
      ("exit", 3, true), ("_exit", 3, false), ("abort", 128 + SIGABRT, false),
      ("fault", 128 + SIGSEGV, false),
      ("kill", 128 + SIGKILL, false), ("exec", 0, false), ("thread", 0, true),
    ] as [(String, Int32, Bool)])
  func `in any other way holds every event as well`(way: String, status: Int32, isSealed: Bool) throws {
    let counts = Counts(in: folder, threads: 1)
    let outcome = RecordedProgram.run(["end", way, counts.path], ["RXTRACE": "e.rxtrace"], in: folder)
    #expect(outcome.status == status, "\(outcome)")
    let recording = try folder.completed("e.rxtrace")
    #expect(recording.isSealed == isSealed && recording.isCompleted != isSealed)
    let tally = Tally(recording)
    #expect(tally.recovered == counts.begun)
    #expect(tally.lost == 0 && recording.damage.isEmpty)
    #expect(!folder.names.contains { $0.contains(".stage") })
  }

  @Test func `together with the recorder's process leaves its newest events in the staging file`() throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(["endless", counts.path, "2"], ["RXTRACE": "b.rxtrace"], in: folder)
    counts.wait(for: 5000)
    program.killWithRecorder()
    _ = program.wait()
    let recording = try Recording.open(folder.file("b.rxtrace"))
    #expect(!recording.isSealed && !recording.isCompleted && recording.stagingPath != nil)
    let tally = Tally(recording)
    #expect(tally.lost == 0 && (counts.done...counts.begun).contains(tally.recovered))
  }

  @Test func `by SIGTERM, which nobody handles, leaves one file with every event`() throws {
    let counts = Counts(in: folder, threads: 40)
    let program = RecordedProgram(["endless", counts.path, "40"], ["RXTRACE": "t.rxtrace"], in: folder)
    counts.wait(for: 20_000)
    Glibc.kill(program.processID, SIGTERM)
    #expect(program.wait().status == 128 + SIGTERM)
    let recording = try folder.completed("t.rxtrace")
    #expect(folder.names.filter { $0.hasPrefix("t.") } == ["t.rxtrace"])
    #expect(recording.isCompleted && recording.damage.isEmpty && recording.unknownLoss == nil)
    let tally = Tally(recording)
    #expect(tally.lost == 0 && tally.isGapless && (counts.done...counts.begun).contains(tally.recovered))
  }

  @Test func `can be read while it runs: what was recorded before the look is in it`() throws {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram(["endless", counts.path, "2"], ["RXTRACE": "r.rxtrace"], in: folder)
    while counts.done == 0 { usleep(100) }
    for _ in 0..<20 {
      let before = counts.done
      let recording = try Recording.open(folder.file("r.rxtrace"))
      let after = counts.begun
      let tally = Tally(recording)
      #expect(!recording.isSealed && tally.lost == 0)
      #expect((before...after).contains(tally.recovered), "of \(before) to \(after)")
      guard before < 400_000 else { break }
    }
    Glibc.kill(program.processID, SIGKILL)
    _ = program.wait()
  }
}
