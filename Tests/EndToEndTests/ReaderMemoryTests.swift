import Testing
import TraceFormat

/// What a reader keeps of subscriptions that are over.
@Suite struct ReaderMemoryTests {
  /// The most memory that `rxtrace leaks` had, in bytes, of a program with so many subscriptions.
  private func peak(_ count: Int, in scratch: Scratch) throws -> Int {
    let path = scratch.file("\(count).rxtrace")
    let recorded = try Programs.run(
      "\(Programs.testFolder)/TorturedProgram", ["lives", "\(count)"], environment: ["RXTRACE": path])
    try #require(recorded.status == 0, "\(recorded)")
    #expect(try Recording.open(path).recordCount >= UInt64(2 * count))
    let script = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let read = try Programs.run("python3", ["-c", script, Programs.path("rxtrace"), "leaks", path])
    return try #require(Int(read.output.filter(\.isNumber)), "\(read)") * 1024
  }

  @Test(
    .enabled(
      if: Programs.isThorough && Programs.isRelease,
      "a reader takes its time for two million subscriptions: tools/test --thorough has a release build"))
  func `two million dead subscriptions take a reader no more than 150 bytes each`() throws {
    let scratch = try Scratch()
    let (few, many) = (try peak(2000, in: scratch), try peak(2_000_000, in: scratch))
    let each = (many - few) / 2_000_000
    #expect(each <= 150, "\(each) bytes each, \(many >> 20) MiB in all")
  }

  @Test(
    .enabled(
      if: Programs.isThorough && Programs.isRelease,
      "live reads beside a program for half a minute: tools/test --thorough has a release build"))
  func `what live keeps of a program does not grow with what has ended`() throws {
    let scratch = try Scratch()
    let path = scratch.file("sessions.rxtrace")
    // Its most memory, in kilobytes, and what it said last.
    let script = """
      import os, resource, subprocess, sys, time
      program, rxtrace, path = sys.argv[1:]
      served = subprocess.Popen([program, "sessions", "900000", "30000"], env={**os.environ, "RXTRACE": path})
      while not os.path.exists(path): time.sleep(0.05)
      time.sleep(0.5)
      live = subprocess.Popen([rxtrace, "live", path, "--every", "1s"], stdout=subprocess.PIPE)
      said = live.stdout.read()
      assert live.wait() == 0
      most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
      assert served.wait() == 0
      print(most)
      print(said.decode().strip().splitlines()[-1])
      """
    let read = try Programs.run(
      "python3",
      ["-c", script, "\(Programs.testFolder)/RecordedProgram", Programs.path("rxtrace"), path])
    let lines = read.output.split(separator: "\n")
    try #require(lines.count == 2, "\(read)")
    #expect(Int(lines[0]) ?? .max < 160_000, "\(read)")
    // One session of 100,000 never ends, and has two subscriptions.
    #expect(lines[1].contains("  18 alive"), "\(read)")
    #expect(try Recording.open(path).recordCount >= 1_800_000)
  }
}
