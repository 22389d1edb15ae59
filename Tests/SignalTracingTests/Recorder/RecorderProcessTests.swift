import Glibc
import Testing
import TraceFormat

@Suite("The recorder in unfriendly surroundings", .serialized)
struct RecorderProcessTests {
  let folder = TemporaryFolder()

  @Test(arguments: ["fork", "raw"])
  func `a forked child has its own recording and leaves the parent's alone`(way: String) throws {
    let counts = Counts(in: folder, threads: 2)
    let outcome = RecordedProgram.run(["fork", way, counts.path], ["RXTRACE": "f.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let files = folder.names.filter { $0.hasPrefix("f.") && !$0.contains(".stage") }
    #expect(files.count == 2, "\(files)")
    // `f.PID.rxtrace` comes before `f.rxtrace`.
    for (thread, file) in files.reversed().enumerated() {
      let recording = try Recording.open(folder.file(file))
      let tally = Tally(recording)
      #expect(recording.isSealed && recording.damage.isEmpty && tally.lost == 0)
      #expect(tally.recovered == counts.begun(thread))
    }
  }

  @Test func `a signal handler that forks while the recorder is at work disturbs neither process`() throws {
    let counts = Counts(in: folder, threads: 2)
    let outcome = RecordedProgram.run(["fork", "handler", counts.path], ["RXTRACE": "f.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let tally = Tally(try Recording.open(folder.file("f.rxtrace")))
    #expect(tally.emitted == counts.begun(0))
    let children = folder.names.filter { $0.hasPrefix("f.") && $0 != "f.rxtrace" }
    #expect(children.count == 20)
    for name in children {
      let child = try Recording.open(folder.file(name))
      #expect(child.isSealed && child.damage.isEmpty)
      #expect(Tally(child).recovered >= 100 * 62)
    }
  }

  @Test func `events from signal handlers are recorded or counted, wherever they interrupt`() throws {
    let counts = Counts(in: folder, threads: 1)
    let outcome = RecordedProgram.run(["signals", counts.path, "8000"], ["RXTRACE": "s.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let recording = try Recording.open(folder.file("s.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    let tally = Tally(recording)
    #expect(tally.emitted == counts.begun)
    #expect(counts.begun > 8000 * 63 + 2, "the handler has sent")
  }

  @Test func `threads come and go without a trace in memory or descriptors`() throws {
    let count = isThorough ? 100_000 : 3000
    let outcome = RecordedProgram.run(["threads", "\(count)"], ["RXTRACE": "t.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let usage = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(usage.count == 4)
    #expect(usage[0] == usage[2], "descriptors")
    #expect(usage[3] - usage[1] < 2048, "kilobytes")
    let recording = try Recording.open(folder.file("t.rxtrace"))
    let tally = Tally(recording)
    #expect(recording.isSealed && recording.damage.isEmpty && tally.lost == 0)
    #expect(tally.recovered == UInt64(count) * 4)
    #expect(tally.disposed == UInt64(count))
  }

  @Test func `a program that closes every descriptor never finds the recording's bytes in its own file`()
    throws
  {
    let counts = Counts(in: folder, threads: 1)
    let own = folder.file("own")
    let outcome = RecordedProgram.run(["close", own, counts.path], ["RXTRACE": "c.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(RecordedProgram.contents(own).isEmpty)
    let recording = try Recording.open(folder.file("c.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    #expect(Tally(recording).recovered == counts.begun)
  }

  @Test func `what a program closes is closed: nobody waits for the end of its pipes`() throws {
    let counts = Counts(in: folder, threads: 1)
    let (input, output) = (folder.file("input"), folder.file("output"))
    for path in [input, output] { mkfifo(path, 0o600) }
    let program = RecordedProgram(
      shell: "exec '\(RecordedProgram.path)' on-demand '\(counts.path)' <'\(input)' 3>'\(output)'",
      ["RXTRACE": "p.rxtrace"], in: folder.path)
    let words = open(input, O_WRONLY | O_CLOEXEC)
    let pipe = open(output, O_RDONLY | O_CLOEXEC)
    write(words, "\n", 1)
    counts.wait(for: 6301)
    write(words, "close 3\n", 8)
    var end = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 20_000) == 1 && end.revents & Int16(POLLHUP) != 0, "the pipe is still open")
    close(words)
    close(pipe)
    #expect(program.wait().status == 0)
    #expect(Tally(try Recording.open(folder.file("p.rxtrace"))).recovered == counts.begun)
  }

  @Test func `recordings are started and stopped at will while threads send`() throws {
    let count = isThorough ? 10_000 : 100
    let outcome = RecordedProgram.run(["restart", folder.path, "\(count)"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    var events: UInt64 = 0
    for index in 0..<count {
      let recording = try Recording.open(folder.file("\(index).rxtrace"))
      let tally = Tally(recording)
      #expect(recording.isSealed && recording.damage.isEmpty && tally.lost == 0)
      #expect(tally.isGapless, "recording \(index)")
      events += tally.recovered
    }
    #expect(events > 0)
    #expect(folder.names.allSatisfy { !$0.hasSuffix(".stage") })
  }
}
