import Foundation
import Testing
import TraceFixtures
import TraceFormat

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

  @Test func `A new leak is status 1, a known one is not, and a repaired program has none`() throws {
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
    arguments: [
      ("until 1999-12-31  # was due", Int32(1)), ("until 2999-12-31", 0), ("until soon", 3), ("maybe", 3),
      ("until 2999-12-31\r", 0),
    ])
  func `A baseline accepts a leak until a day, and what is no baseline is status 3`(
    words: String, status: Int32
  ) throws {
    _ = try rxtrace("check", "feedd.rxtrace", "--write-baseline", "known")
    let lines = try String(contentsOf: folder.file("known"), encoding: .utf8).split(separator: "\n")
    let text = lines.map { "\($0.prefix(6)) \(words)\n" }.joined()
    try Data(text.utf8).write(to: folder.file("known"))
    #expect(try rxtrace("check", "feedd.rxtrace", "--baseline", "known").status == status)
  }

  @Test func `A recording alone is not what is to be shown`() throws {
    let run = try rxtrace("show", "feedd.rxtrace")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("rxtrace: Name subscriptions of feedd.rxtrace, too: a number such as"))
  }

  @Test func `Each service reads its form`() throws {
    let github = try rxtrace("check", "feedd.rxtrace", "--format", "github").text
    #expect(
      github.hasPrefix("::error file=feedd/Cache.swift,line=88::dispose was not passed on (1, certain) ["))
    #expect(github.contains("]; see also feedd/Ticker.swift:18\n"))
    let readers = [
      ("junit", "import xml.dom.minidom as m; print(len(m.parseString(t).getElementsByTagName('failure')))"),
      (
        "sarif",
        "import json; r = json.loads(t)['runs'][0]['results']; print(len([x for x in r if x['level'] == 'error']))"
      ),
      (
        "sarif",
        """
        import json; r = json.loads(t)['runs'][0]['results']
        lines = [y['physicalLocation']['region']['startLine'] for x in r for y in x['relatedLocations']]
        print(len([line for line in lines if line in (18, 44)]))
        """
      ),
    ]
    for (form, script) in readers {
      let run = try rxtrace("check", "feedd.rxtrace", "--format", form)
      let read = try ToolRun(
        "/usr/bin/env", ["python3", "-c", "import sys\nt = sys.stdin.read()\n" + script], input: run.output)
      #expect(read.text == "2\n", "\(form) \(read.errors)")
    }
  }

  /// The files of annotations.
  private func annotated(_ words: String...) throws -> Set<Substring> { try annotated(words) }

  private func annotated(_ words: [String]) throws -> Set<Substring> {
    let run = try ToolRun(
      ToolRun.tool, ["check", "feedd.rxtrace", "--format", "github"] + words, in: folder.path)
    return Set(run.text.split(separator: "\n").compactMap { $0.split(separator: ",").first })
  }

  @Test func `Annotations have the paths of the repository where only one file can be meant`() throws {
    #expect(try annotated() == ["::error file=feedd/Cache.swift", "::error file=feedd/Session.swift"])
    for path in [
      "repo/.git", "repo/Sources/feedd/Store", "repo/Sources/other", "repo/.build/checkouts/feedd",
    ] {
      _ = try ToolRun("/bin/mkdir", ["-p", path], in: folder.path)
    }
    for file in [
      "Sources/feedd/Store/Cache.swift", "Sources/other/Cache.swift", ".build/checkouts/feedd/Session.swift",
      "Sources/other/Session.swift",
    ] {
      try Data().write(to: folder.file("repo/" + file))
    }
    #expect(
      try annotated("--source-root", "repo") == [
        "::error file=Sources/feedd/Store/Cache.swift", "::error file=Sources/other/Session.swift",
      ])
    #expect(
      try rxtrace("check", "feedd.rxtrace", "--source-root", "repo").text
        .hasPrefix("Sources/feedd/Store/Cache.swift:88: "))
    #expect(try rxtrace("check", "feedd.rxtrace").text.hasPrefix("feedd/Cache.swift:88: "))
    let inside = try ToolRun(
      ToolRun.tool, ["check", "../../../../feedd.rxtrace", "--format", "github"],
      in: folder.file("repo/Sources/feedd/Store").path)
    #expect(inside.text.contains("::error file=Sources/feedd/Store/Cache.swift,line=88::"))
    // Two files that may be meant: better none than the wrong one.
    try Data().write(to: folder.file("repo/Sources/feedd/Cache.swift"))
    #expect(try annotated("--source-root", "repo").contains("::error file=feedd/Cache.swift"))
    #expect(
      try rxtrace("check", "feedd.rxtrace", "--format", "github", "--source-root", "nowhere").status == 3)
  }

  @Test
  func
    `Sources may lie in several folders, and a folder may stand for a path of the machine that built them`()
    throws
  {
    func write(_ path: String) throws {
      let file = folder.file(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    func files(_ words: String...) throws -> Set<String> {
      try Set(annotated(words).map { String($0).replacing("::error file=", with: "") })
    }
    try write("one/feedd/Cache.swift")
    try write("two/deep/Session.swift")
    let both: Set = ["one/feedd/Cache.swift", "two/deep/Session.swift"]
    #expect(try files("--source", "one", "--source", "two/") == both)
    #expect(try files("--source", "one", "--source", "two", "--source", ".") == both)
    // Two files of that name: the one below the module's folder is meant.
    try write("two/Cache.swift")
    #expect(try files("--source", "one", "--source", "two") == both)
    // Behind the prefix there is just this path, or one file of the name.
    try write("two/deep/Cache.swift")
    let mapped: Set = ["two/Cache.swift", "two/deep/Session.swift"]
    #expect(try files("--source", "feedd/=two") == mapped)
    #expect(try files("--source", "one", "--source", "feedd=two") == mapped)
    #expect(
      try files("--source", "one", "--source", "other/=two") == [
        "one/feedd/Cache.swift", "feedd/Session.swift",
      ])
    try write("a=b/Cache.swift")
    #expect(try files("--source", "a=b") == ["Cache.swift", "feedd/Session.swift"])
    #expect(
      try rxtrace("check", "feedd.rxtrace", "--source", "one", "--source", "feedd=two").text.hasPrefix("two/")
    )
    for word in ["feedd=", ""] {
      let run = try rxtrace("check", "feedd.rxtrace", "--source", word)
      #expect(
        run.status == 64 && run.errors.contains("--source takes a folder, FROM=FOLDER or off"), "\(word)")
    }
    let missing = try rxtrace("leaks", "feedd.rxtrace", "--source", "one", "--source", "nowhere")
    #expect(missing.status == 0)
    #expect(missing.errors == "rxtrace: cannot read the folder nowhere: No such file or directory\n")
  }

  @Test func `The line of a leak stands beside it, but not where its file was changed since`() throws {
    let path = folder.file("Cache.swift").path
    let lines = (1...90).map { $0 == 88 ? "    return .create { \u{1b}[31m" : "// \($0)" }
    try lines.joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
    func answers(_ words: String...) throws -> (check: String, show: String, github: String, sarif: String) {
      func text(_ verb: String...) throws -> String {
        try ToolRun(
          ToolRun.tool, verb + ["--charset", "utf8", "--source", "."] + words, in: folder.path
        ).text
      }
      return (
        try text("check", "feedd.rxtrace"), try text("show", "feedd.rxtrace", "Cache.swift:88"),
        try text("check", "feedd.rxtrace", "--format", "github"),
        try text("check", "feedd.rxtrace", "--format", "sarif")
      )
    }
    let changed = try answers()
    #expect(changed.show.contains("  Cache.swift was changed after the program was started"))
    #expect(!changed.github.contains("create {") && !changed.sarif.contains("snippet"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
    let found = try answers()
    let line = #"   88 │     return .create { \u{1b}[31m"#
    #expect(found.check.contains("\n   87 │ // 87\n\(line)\n"), "\(found.check)")
    #expect(found.show.contains("\n  Cache.swift\n   87 │ // 87\n\(line)\n"), "\(found.show)")
    #expect(found.github.contains(#"%0A  return .create { \u{1b}[31m"#), "\(found.github)")
    #expect(found.sarif.contains(#""snippet":{"text":"return .create { \u001b[31m"}"#), "\(found.sarif)")
    let none = try answers("--source", "off")
    #expect(!none.check.contains("│") && !none.show.contains("│") && !none.github.contains("create {"))
  }

  @Test func `JSON says which leak is known, and what is gone`() throws {
    _ = try rxtrace("check", "feedd.rxtrace", "--write-baseline", "known")
    let lines = try String(contentsOf: folder.file("known"), encoding: .utf8).split(separator: "\n")
    try Data("\(lines[0])\n123456\n".utf8).write(to: folder.file("known"))
    let run = try rxtrace(
      "check", "feedd.rxtrace", "fixed.rxtrace", "--baseline", "known", "--format", "json")
    #expect(run.status == 1)
    let told = try ToolRun(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import sys, json
        r = json.load(sys.stdin)
        print(r["report"], len(r["new"]), len(r["known"]), r["gone"], len(r["recordings"]))
        for recording in r["recordings"]:
            print(recording["not_judged"], [(l["fingerprint"] in r["known"]) == l["is_known"] for l in recording["leaks"]])
        """,
      ], input: run.output)
    #expect(told.text == "check 1 1 ['123456'] 2\nNone [True, True]\nNone []\n", "\(told.errors)")
  }

  @Test func `leaks counts what a baseline knows, and describes the others`() throws {
    _ = try rxtrace("check", "feedd.rxtrace", "--write-baseline", "known")
    let all = try rxtrace("leaks", "feedd.rxtrace", "--baseline", "known").text
    #expect(all.hasPrefix("no new leaks proven; 9 open   feedd"), "\(all)")
    #expect(all.contains("\nknown: 2 leaks, 11 subscriptions, in the baseline: ") && !all.contains("LEAK"))
    let lines = try String(contentsOf: folder.file("known"), encoding: .utf8).split(separator: "\n")
    let cache = try #require(lines.first { $0.contains("Cache.swift") })
    try Data("\(cache)\n".utf8).write(to: folder.file("known"))
    let one = try rxtrace("leaks", "feedd.rxtrace", "--baseline", "known").text
    #expect(one.hasPrefix("1 leak, 10 subscriptions"), "\(one)")
    #expect(
      one.contains("\nknown: 1 leak, 1 subscription, ") && one.contains("LEAK B") && !one.contains("LEAK A"))
    let json = try rxtrace("leaks", "feedd.rxtrace", "--baseline", "known", "--format", "json").text
    #expect(json.contains(#""is_known":true"#) && json.contains(#""is_known":false"#))
    #expect(try rxtrace("leaks", "feedd.rxtrace", "--baseline", "nowhere").status == 3)
  }

  @Test func `A leak that is not there is not fixed where nothing could be judged`() throws {
    let values = Feedd.records().filter { record in
      if case .subscribed = record.event { false } else { true }
    }
    try SampleRecording.write("values.rxtrace", SampleRecording.bytes(values), in: folder)
    let run = try rxtrace("diff", "feedd.rxtrace", "values.rxtrace", "--charset", "utf8")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("GONE?  ") } == 2, "\(run.text)")
    #expect(
      lines.contains("GONE?: not proven there, but suspected, or its subscriptions were not judged"),
      "\(run.text)")
    #expect(!lines.contains { $0.hasPrefix("FIXED  ") })
    let json = try rxtrace("diff", "feedd.rxtrace", "values.rxtrace", "--format", "json")
    #expect(json.text.contains(#""change":"gone""#))
  }

  @Test func `Two recordings are compared by fingerprint`() throws {
    let run = try rxtrace("diff", "feedd.rxtrace", "fixed.rxtrace", "--exit-code", "--charset", "utf8")
    #expect(run.status == 0)
    #expect(run.text.contains("\nleaks                2         0    -2\n"))
    #expect(run.text.contains("1 → 0  dispose was not passed on"))
    #expect(run.text.contains("\nNEW none  UNCHANGED none\n"))
    let worse = try rxtrace("diff", "fixed.rxtrace", "feedd.rxtrace", "--exit-code", "--format", "markdown")
    #expect(worse.status == 1)
    #expect(worse.text.split(separator: "\n").count { $0.hasPrefix("| **NEW** ") } == 2)
    #expect(try rxtrace("diff", "feedd.rxtrace", "feedd.rxtrace").text.contains("FIXED none  NEW none"))
  }

  @Test func `One subscription is shown with its way, its causes and its last events`() throws {
    let run = try rxtrace("show", "feedd.rxtrace", "#20", "--charset", "utf8")
    #expect(
      run.text.hasPrefix(
        "#20 interval(250ms)  Api.swift:58  ✗ ALIVE, timer, thread 2  in #19 ← #12 ← #11 ← #10\n"))
    #expect(run.text.contains("35 values, the last at 11.753 s  28 of them too late"))
    #expect(run.text.contains("caused by #13 take(until:) next at 3.003 s, thread 1 ← #14"))
    let flat = try rxtrace("show", "feedd.rxtrace", "#13", "--charset", "utf8").text
    #expect(run.text.contains("\nled to  #19 map(fetch) 35 events\n"))
    #expect(flat.contains("beside it  #17 map(fetch) completed 2.503  #19 map(fetch) ALIVE"), "\(flat)")
    #expect(run.text.hasSuffix("last events  11.003 next  11.253 next  11.503 next  11.753 next\n"))
    #expect(try rxtrace("show", "feedd.rxtrace", "Session.swift:47").text.contains("\n#32 subscribe"))
    #expect(try rxtrace("show", "feedd.rxtrace", "99").status == 64)
    #expect(try rxtrace("show", "feedd.rxtrace", "nothing").status == 64)
  }

  @Test
  func `One that joined a subject is shown with those that joined the same, and events say which it was`()
    throws
  {
    var script = TraceScript()
    for (number, source) in [7, 8, 7, 7, nil].enumerated() as EnumeratedSequence<[UInt64?]> {
      script.subscribe("PublishSubject", "Rooms.swift:9", joining: source, at: Double(number))
    }
    for number in 0..<8 { script.subscribe("Property", "Level.swift:3", joining: 9, at: 10 + Double(number)) }
    try SampleRecording.write("rooms.rxtrace", SampleRecording.bytes(script.trace), in: folder)
    func shown(_ number: Int) throws -> String { try rxtrace("show", "rooms.rxtrace", "#\(number)").text }
    #expect(try shown(1).contains("\njoined source 7, with #3 and #4\n"))
    #expect(try shown(2).contains("\njoined source 8, alone\n"))
    #expect(try shown(2).hasSuffix("joined source 8\n"))
    #expect(try !shown(5).contains("joined"))
    #expect(try shown(6).contains("\njoined source 9, with #7, #8, #9, #10, #11, #12 and 1 more\n"))
    let events = try rxtrace("events", "rooms.rxtrace", "--kind", "joined-source").text
    #expect(events.split(separator: "\n").count == 12)
    #expect(events.contains("  t1  joined source  #3  source 7\n"), "\(events)")
  }

  @Test(
    arguments: [
      ("cp feedd.rxtrace $F", Int32(1)), ("cp fixed.rxtrace $F", 0), ("cp feedd.rxtrace $F; exit 3", 3),
      ("cp fixed.rxtrace $F; kill -9 $$", 137), ("true", 4),
    ])
  func `A program is run, recorded and checked; its own status comes first, and nothing is left behind`(
    deed: String, status: Int32
  ) throws {
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
