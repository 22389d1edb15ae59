import Glibc
import Testing
import TraceFormat

@Suite("A recording whose program dies", .serialized)
struct RecorderCrashTests {
  let folder = TemporaryFolder()

  @Test("by SIGKILL holds every event that was recorded, and none twice", arguments: [1, 8])
  func kill(threads: Int) throws {
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
    "in any other way holds every event as well",
    arguments: [
      ("exit", 3, true), ("_exit", 3, false), ("abort", 128 + SIGABRT, false),
      ("fault", 128 + SIGSEGV, false),
      ("kill", 128 + SIGKILL, false), ("exec", 0, false), ("thread", 0, true),
    ] as [(String, Int32, Bool)])
  func otherEnds(way: String, status: Int32, isSealed: Bool) throws {
    let counts = Counts(in: folder, threads: 1)
    let outcome = RecordedProgram.run(["end", way, counts.path], ["RXTRACE": "e.rxtrace"], in: folder)
    #expect(outcome.status == status, "\(outcome)")
    let recording = try Recording.open(folder.file("e.rxtrace"))
    #expect(recording.isSealed == isSealed)
    let tally = Tally(recording)
    #expect(tally.recovered == counts.begun)
    #expect(tally.lost == 0 && recording.damage.isEmpty)
    #expect(folder.names.contains("e.rxtrace.stage") == !isSealed)
  }

  @Test("can be read while it runs: what was recorded before the look is in it")
  func running() throws {
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
