import Foundation
import Testing

/// The program with which README begins, and what README says of it.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(contentsOfFile: "\(Programs.repository)/README.md", encoding: .utf8)
  }

  @Test func `the program is the one in README`() throws {
    let program = try String(
      contentsOfFile: "\(Programs.repository)/Tests/Helpers/ReadmeProgram/main.swift", encoding: .utf8)
    #expect(readme.contains("\n" + program + "```"))
  }

  @Test func `its leak is named, each time`() throws {
    let scratch = try Scratch()
    var judged = 0
    for run in 0..<20 where judged < 10 {
      let recording = scratch.file("\(run).rxtrace")
      let recorded = try Programs.run(
        Programs.path("rxtrace"),
        ["record", "-o", recording, "--", "\(Programs.testFolder)/ReadmeProgram"])
      // A machine without time for seconds gives up the recording, and says so.
      if recorded.errors.contains("nothing is recorded") { continue }
      judged += 1
      #expect(recorded.errors.contains("1 leak"), "\(recorded.errors)")
      let text = try Programs.run(Programs.path("rxtrace"), ["leaks", recording]).output
      #expect(text.hasPrefix("1 leak, 8 subscriptions "))
      #expect(
        text.contains("take(until:) is upstream of flatMap. Usual fix: move it below (after main.swift:8)."))
    }
    #expect(judged == 10)
  }
}
