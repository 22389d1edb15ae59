import Foundation
import Testing
import TraceFixtures

@testable import RxTraceCommands

@Suite struct ManualTests {
  @Test func `There is a manual page for each command, with its options`() throws {
    let folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../tools/man").path
    let run = try ToolRun("/usr/bin/env", ["python3", script, ToolRun.tool, folder.path])
    try #require(run.status == 0, "\(run.errors)")
    for verb in RxTrace.verbs where verb != "help" {
      let page = try String(contentsOf: folder.file("rxtrace-\(verb).1"), encoding: .utf8)
      #expect(page.contains(".SH NAME\nrxtrace\\-\(verb) \\- "))
      // Of what a page says no line is taken for a request that there is not.
      let requests = page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } }
      #expect(Set(requests).isSubset(of: [".TH", ".SH", ".SS", ".TP", ".B", ".BR", ".nf", ".fi"]), "\(verb)")
    }
    let leaks = try String(contentsOf: folder.file("rxtrace-leaks.1"), encoding: .utf8)
    #expect(leaks.contains(".B \\-\\-min\\-confidence <confidence>\n"))
    #expect(leaks.contains(".SS \"Output\""))
    let main = try String(contentsOf: folder.file("rxtrace.1"), encoding: .utf8)
    #expect(main.contains(".B rxtrace\\-leaks(1)"))
  }
}
