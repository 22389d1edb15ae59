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
}
