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

  /// The lines of a block that begins with a command, but for numbers, spaces and the length of rules.
  private func block(_ command: String) throws -> [String] {
    let start = try #require(readme.range(of: "\n$ \(command)\n"), "\(command)")
    return plain(String(readme[start.upperBound...]).components(separatedBy: "\n```")[0])
  }

  private func plain(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.replacing(#/[0-9]+(\.[0-9]+)?/#, with: "0").replacing(#/[ ─]+/#, with: " ")
        .trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func `the outputs in README are those of the tool`() throws {
    let scratch = try Scratch()
    let (record, leaks, render) = (
      try block("rxtrace record -o app.rxtrace -- ./app > /dev/null"), try block("rxtrace leaks app.rxtrace"),
      try block("rxtrace render app.rxtrace")
    )
    try FileManager.default.copyItem(
      atPath: "\(Programs.testFolder)/ReadmeProgram", toPath: scratch.file("app"))
    func rxtrace(_ words: String) throws -> (output: String, errors: String) {
      let run = try Programs.run(
        "/bin/sh", ["-c", "cd '\(scratch.file(""))' && '\(Programs.path("rxtrace"))' \(words)"])
      return (run.output, run.errors)
    }
    var differences: [String] = []
    // On a machine without time a value may come later than others do.
    for _ in 0..<5 {
      let recorded = try rxtrace("record -f -o app.rxtrace -- ./app >/dev/null").errors
      let found: [(String, [String], [String])] = [
        ("record", record, plain(recorded)), ("leaks", leaks, plain(try rxtrace("leaks app.rxtrace").output)),
        ("render", render, plain(try rxtrace("render app.rxtrace").output)),
      ]
      differences = found.filter { $0.1 != $0.2 }.map { "\($0.0): README \($0.1) and the tool \($0.2)" }
      if differences.isEmpty { break }
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
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
