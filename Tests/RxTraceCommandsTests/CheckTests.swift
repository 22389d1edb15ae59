import Foundation
import Testing
import TraceFixtures

@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
  }

  private func rxtrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  @Test("A new leak is status 1, a known one is not, and a repaired program has none")
  func baseline() throws {
    #expect(try rxtrace("check", "feedd.rxtrace").status == 1)
    #expect(try rxtrace("check", "fixed.rxtrace").status == 0)
    #expect(try rxtrace("check", "feedd.rxtrace", "--write-baseline", "known").status == 0)
    let run = try rxtrace("check", "feedd.rxtrace", "--baseline", "known")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors == "rxtrace: 0 new leaks, 2 known, 0 gone from the baseline\n")
    let gone = try rxtrace("check", "fixed.rxtrace", "--baseline", "known")
    #expect(gone.errors == "rxtrace: 0 new leaks, 0 known, 2 gone from the baseline\n")
  }

  @Test(
    "A baseline accepts a leak until a day, and what is no baseline is status 3",
    arguments: [
      ("until 1999-12-31  # was due", Int32(1)), ("until 2999-12-31", 0), ("until soon", 3), ("maybe", 3),
    ])
  func expiry(words: String, status: Int32) throws {
    _ = try rxtrace("check", "feedd.rxtrace", "--write-baseline", "known")
    let lines = try String(contentsOf: folder.file("known"), encoding: .utf8).split(separator: "\n")
    let text = lines.map { "\($0.prefix(6)) \(words)\n" }.joined()
    try Data(text.utf8).write(to: folder.file("known"))
    #expect(try rxtrace("check", "feedd.rxtrace", "--baseline", "known").status == status)
  }

  @Test("Each service reads its form")
  func forms() throws {
    let github = try rxtrace("check", "feedd.rxtrace", "--format", "github").text
    #expect(
      github.hasPrefix("::error file=feedd/Cache.swift,line=88::dispose was not passed on (1, certain) ["))
    let readers = [
      ("junit", "import xml.dom.minidom as m; print(len(m.parseString(t).getElementsByTagName('failure')))"),
      (
        "sarif",
        "import json; r = json.loads(t)['runs'][0]['results']; print(len([x for x in r if x['level'] == 'error']))"
      ),
    ]
    for (form, script) in readers {
      let run = try rxtrace("check", "feedd.rxtrace", "--format", form)
      let read = try ToolRun(
        "/usr/bin/env", ["python3", "-c", "import sys\nt = sys.stdin.read()\n" + script], input: run.output)
      #expect(read.text == "2\n", "\(form) \(read.errors)")
    }
  }

  @Test("Two recordings are compared by fingerprint")
  func diff() throws {
    let run = try rxtrace("diff", "feedd.rxtrace", "fixed.rxtrace", "--exit-code", "--charset", "utf8")
    #expect(run.status == 0)
    #expect(run.text.contains("\nleaks                2         0    -2\n"))
    #expect(run.text.contains("dispose was not passed on        1 → 0"))
    #expect(run.text.contains("\nNEW none  UNCHANGED none\n"))
    let worse = try rxtrace("diff", "fixed.rxtrace", "feedd.rxtrace", "--exit-code", "--format", "markdown")
    #expect(worse.status == 1)
    #expect(worse.text.split(separator: "\n").count { $0.hasPrefix("| **NEW** ") } == 2)
    #expect(try rxtrace("diff", "feedd.rxtrace", "feedd.rxtrace").text.contains("FIXED none  NEW none"))
  }

  @Test("One subscription is shown with its way, its causes and its last events")
  func show() throws {
    let run = try rxtrace("show", "feedd.rxtrace", "#20", "--charset", "utf8")
    #expect(
      run.text.hasPrefix(
        "#20 interval(250ms)  Api.swift:58  ✗ ALIVE, timer, thread 2  in #19 ← #12 ← #11 ← #10\n"))
    #expect(run.text.contains("35 values, the last at 11.753 s  28 of them too late"))
    #expect(run.text.contains("caused by #13 take(until:) next at 3.003 s ← #14"))
    #expect(run.text.hasSuffix("last events  11.003 next  11.253 next  11.503 next  11.753 next\n"))
    #expect(try rxtrace("show", "feedd.rxtrace", "Session.swift:47").text.contains("\n#32 subscribeNext"))
    #expect(try rxtrace("show", "feedd.rxtrace", "99").status == 64)
    #expect(try rxtrace("show", "feedd.rxtrace", "nothing").status == 64)
  }

  @Test(
    "A program is run, recorded and checked; its own status comes first, and nothing is left behind",
    arguments: [
      ("cp feedd.rxtrace $F", Int32(1)), ("cp fixed.rxtrace $F", 0), ("cp feedd.rxtrace $F; exit 3", 3),
      ("cp fixed.rxtrace $F; kill -9 $$", 137), ("true", 4),
    ])
  func program(deed: String, status: Int32) throws {
    let program = try folder.program("app", "#!/bin/sh\nF=\"${RXTRACE#file:}\"\necho its own\n\(deed)\n")
    _ = try ToolRun("/bin/mkdir", ["tmp"], in: folder.path)
    let run = try ToolRun.rxtrace(
      "check", "--", program, environment: ["TMPDIR": folder.file("tmp").path], in: folder.path)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.text.hasPrefix("its own\n"))
    #expect(run.text.contains("Cache.swift:88: ") == deed.contains("feedd"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp").path).isEmpty)
  }
}
