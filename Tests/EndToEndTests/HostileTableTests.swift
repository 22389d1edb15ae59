import Foundation
import Testing

/// `rxtrace snapshot` of a process that has a table of its own making in its memory.
@Suite(
  .serialized,
  .enabled(if: Programs.isRoot, "needs root: the kernel lets nobody look into another process"))
struct HostileTableTests {
  private struct Cost {
    var status: Int32
    /// The most memory, in bytes.
    var peak: Int
    /// Of the processor, in seconds.
    var time: Double
    var text: String
  }

  /// What it costs to look at a table of so many mebibytes.
  private func look(_ mebibytes: Int, _ words: String) throws -> Cost {
    let target = try LiveProgram("\(Programs.testFolder)/HostileTable", ["\(mebibytes)", words])
    try target.wait(for: "ready")
    let script = """
      import resource, subprocess, sys
      run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
      use = resource.getrusage(resource.RUSAGE_CHILDREN)
      print(run.returncode, use.ru_maxrss, use.ru_utime + use.ru_stime)
      sys.stdout.write(run.stdout.decode())
      """
    let run = try Programs.run(
      "python3", ["-c", script, Programs.path("rxtrace"), "snapshot", "--pid", "\(target.pid)"])
    try target.end(by: SIGKILL)
    let lines = run.output.split(separator: "\n", maxSplits: 1)
    let numbers = try #require(lines.first).split(separator: " ")
    return Cost(
      status: try #require(Int32(numbers[0])), peak: try #require(Int(numbers[1])) * 1024,
      time: try #require(Double(numbers[2])), text: lines.count > 1 ? String(lines[1]) : run.errors)
  }

  private static let mebibytes = Programs.isThorough && Programs.isRelease ? 16 : 2

  @Test(arguments: ["texts", "chain", "round", "late", "texts chain late"])
  func `whatever it says costs no more than a table of that size that is true`(words: String) throws {
    let honest = try look(Self.mebibytes, "one")
    #expect(honest.status == 0 && honest.text.contains("alive, by call site: "), "\(honest)")
    let cost = try look(Self.mebibytes, words)
    #expect(cost.status == 0, "\(cost)")
    // Other processes take their share of time and memory: this is far from the tenfold of one that believes everything.
    #expect(
      cost.peak < honest.peak + honest.peak / 2 + 24 << 20, "\(cost.peak >> 20) of \(honest.peak >> 20) MiB")
    #expect(cost.time < 3 * honest.time + 1, "\(cost.time) of \(honest.time) s")
    if words.contains("texts") {
      #expect(cost.text.contains("the rest is missing"), "\(cost.text.suffix(500))")
    }
  }

  @Test func `an observer needs no more than 24 bytes for each byte of the process`() throws {
    let (small, large) = (try look(1, "texts"), try look(1 + Self.mebibytes, "texts"))
    #expect(large.status == 0 && small.status == 0)
    #expect(
      large.peak - small.peak < 24 * Self.mebibytes << 20,
      "\(small.peak >> 20) MiB, then \(large.peak >> 20) MiB")
  }
}
