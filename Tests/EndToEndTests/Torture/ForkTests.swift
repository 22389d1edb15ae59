import Foundation
import Testing
import TraceFormat

/// Children of a program in which eight threads send, subscribe and dispose. The children subscribe, send on threads of
/// their own, and fork again.
@Suite struct ForkTests {
  private static let program = "\(Programs.testFolder)/TorturedProgram"

  @Test(arguments: ["fork", "raw", "clone", "vfork", "shared", "spawn"])
  func `a child may use signals, however it was made`(way: String) throws {
    let outcome = try Programs.run(Self.program, ["fork", way, "40"])
    #expect(outcome.output == "tried 40 well 40 died 0 hung 0\n", "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(arguments: ["fork", "raw", "clone", "vfork", "shared", "spawn"])
  func `a child of a recorded program may use signals, however it was made`(way: String) throws {
    let scratch = try Scratch()
    let outcome = try Programs.run(
      Self.program, ["fork", way, "10"], environment: ["RXTRACE": scratch.file("parent.rxtrace")])
    #expect(outcome.output == "tried 10 well 10 died 0 hung 0\n", "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(arguments: ["fork", "raw", "clone"], ["exit", "send"])
  func `a child of a thread that has recorded nothing leaves its parent's recording alone`(
    way: String, what: String
  ) throws {
    var recordings: [Recording] = []
    // Where the disk takes more than a second nobody waits for it, and the recording is not sealed.
    for _ in 1...5 where recordings.isEmpty || !recordings.allSatisfy(\.isSealed) {
      let scratch = try Scratch()
      let path = scratch.file("parent.rxtrace")
      let outcome = try Programs.run(Self.program, ["unseen", way, what], environment: ["RXTRACE": path])
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome.output) \(outcome.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
      recordings = try files.filter { !$0.contains(".stage") }
        .map { try Recording.open(scratch.file($0)) }.sorted { $0.recordCount > $1.recordCount }
    }
    #expect(recordings.map(\.recordCount) == (what == "send" ? [2001, 1001] : [2001]))
    #expect(recordings.allSatisfy { $0.isSealed && $0.lostCount == 0 && $0.damage.isEmpty })
  }

  @Test func `a child that is forked while another thread begins to record begins to record itself`() throws {
    // Types that the language makes on first use wait for a thread that a child does not have: here and there a turn meets
    // that, which is not ours to mend. The program looks at the stack of a child that hangs.
    var wellTurns = 0
    for turn in 0..<12 {
      let scratch = try Scratch()
      let outcome = try Programs.run(
        Self.program, ["first", "\(turn * 60)"], environment: ["RXTRACE": scratch.file("r.rxtrace")])
      #expect(outcome.output.contains(" died 0 hung 0"), "\(outcome)")
      if outcome.output.hasSuffix(" died 0 hung 0\n") { wellTurns += 1 }
      #expect(outcome.status == 0)
    }
    #expect(wellTurns >= 6)
  }

  @Test func `a child that is forked while another thread says whose a bag is does so itself`() throws {
    let scratch = try Scratch()
    let outcome = try Programs.run(
      Self.program, ["owners", "100"], environment: ["RXTRACE": scratch.file("r.rxtrace")])
    #expect(outcome.output == "tried 100 well 100 died 0 hung 0\n", "\(outcome.errors)")
  }

  @Test func `a child that is forked while another thread uses a handle disposes it and lets it go`() throws {
    let outcome = try Programs.run(Self.program, ["handle", "200"])
    #expect(outcome.output == "tried 200 well 200 died 0 hung 0\n", "\(outcome.errors)")
  }
}
