import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// One set of filters, on every verb that reads a recording.
@Suite struct FilterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func run(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  /// How each verb is called, before its filters.
  static let verbs: [[String]] = [
    ["leaks", "feedd.rxtrace"], ["stats", "feedd.rxtrace"], ["render", "feedd.rxtrace"],
    ["events", "feedd.rxtrace"], ["info", "feedd.rxtrace", "--dump"],
    ["show", "feedd.rxtrace", "Session.swift", "--max", "100"],
    ["export", "feedd.rxtrace", "--to", "csv-events"], ["leaks", "feedd.rxtrace", "--format", "json"],
    ["render", "feedd.rxtrace", "--format", "json"],
    ["check", "feedd.rxtrace", "--format", "json"],
    ["diff", "feedd.rxtrace", "feedd.rxtrace", "--format", "json"],
    ["render", "feedd.rxtrace", "--view", "timeline"], ["render", "feedd.rxtrace", "--format", "dot"],
    ["render", "feedd.rxtrace", "--invert", "--all"], ["render", "feedd.rxtrace", "--format", "mermaid"],
    ["render", "feedd.rxtrace", "--format", "html"], ["stats", "feedd.rxtrace", "--format", "json"],
    ["live", "feedd.rxtrace"], ["events", "feedd.rxtrace", "--follow"],
    ["export", "feedd.rxtrace", "--to", "jsonl"], ["export", "feedd.rxtrace", "--to", "otlp"],
    ["export", "feedd.rxtrace", "--to", "fleet"],
  ]

  static let filters: [[String]] = [
    ["--name", "^tick"], ["--site", "Session.swift:47"], ["--op", "flatMap"], ["--owner", "^1$"],
    ["--id", "7,#8"], ["--thread", "2"], ["--state", "leaked"], ["--from", "11s"], ["--to", "0.5s"],
    ["--root", "Cache.swift:95"], ["--depth", "1"], ["--where", "life > 5s && next >= 10"],
  ]

  @Test(arguments: verbs)
  func `Every verb knows every filter, and answers differently for it`(verb: [String]) throws {
    let all = try run(verb)
    for filter in Self.filters {
      let some = try run(verb + filter)
      // `show` of what was filtered away shows nothing, and says so; `check` finds leaks.
      let allowed: [Int32] = verb[0] == "show" ? [0, 64] : verb[0] == "check" ? [0, 1] : [0]
      #expect(allowed.contains(some.status), "\(verb) \(filter) \(some.errors)")
      #expect(some.output != all.output, "\(verb) \(filter)")
    }
  }

  @Test(
    arguments: [
      (["--name", "^tick"], 4), (["--op", "flatMap"], 3), (["--id", "7,#8"], 2), (["--owner", "^1$"], 1),
      (["--state", "leaked"], 11), (["--state", "errored"], 1), (["--site", "Session.swift:47"], 3),
      (["--root", "Cache.swift:95"], 3), (["--root", "ticker", "--depth", "1"], 4), (["--depth", "1"], 6),
      (["--state", "leaked", "--site", "Session.swift:47"], 2),
      (["--where", "verdict == leaked"], 11), (["--where", "state=errored || name =~ '^tick'"], 5),
    ] as [([String], Int)])
  func `A filter selects what it says`(filter: [String], count: Int) throws {
    #expect(try run(["leaks", "feedd.rxtrace"] + filter).text.contains("asked for \(count) of 40"))
  }

  /// Two screens with a bag each, of which one has work done; a mark, a loss, and a call that is about neither.
  private func writeScreens() throws {
    var script = TraceScript()
    let site = Site(operatorName: "bag", file: "App/Screen.swift", line: 3)
    let (start, near) = (script.event(on: 1), script.subscribe("near", "Screen.swift:1", at: 1))
    let far = script.subscribe("far", "Screen.swift:2", at: 1)
    for (owner, life) in [(OwnerID(101)!, near), (OwnerID(102)!, far)] {
      script.add(.owner(owner, kind: .bag, type: "Screen", site: site), 1.1)
      script.add(.called(.add, id: owner.rawValue, site: site), 1.1)
      script.add(.childAdded(owner, child: life.rawValue, total: 1), 1.1)
      script.add(.named(life, owner: owner, label: nil), 1.1)
    }
    for (work, life) in [(UInt64(7), near), (8, far)] {
      let cause = script.next([life], at: 2)
      script.add(.scheduled(work: work, scheduler: 1, cause: cause, delay: 0, name: "main"), 2)
      script.add(.workBegan(work: work, scheduler: 1, name: "main"), 2.1)
      script.add(.workEnded(work: work, scheduler: 1, name: "main"), 2.1)
      script.add(.called(.dispose, id: life.rawValue, site: site), 3)
      script.dispose([life], .explicit, at: 3)
    }
    script.add(.called(.dispose, id: 999, site: site), 3)
    script.add(.workBegan(work: 9, scheduler: 1, name: "main"), 3)
    script.add(.mark(start, text: "closed"), 4)
    try SampleRecording.write("screens.rxtrace", SampleRecording.bytes(script.trace), in: folder)
  }

  @Test func `What names no subscription is judged by what it is about`() throws {
    try writeScreens()
    let kinds = [
      "subscribed", "owner", "called", "added", "named", "next", "scheduled", "began", "ended", "called",
      "disposed",
      "mark",
    ]
    for verb in [["events", "screens.rxtrace"], ["export", "screens.rxtrace", "--to", "jsonl"]] {
      let json = verb[0] == "events" ? ["--format", "json"] : []
      let lines = try run(verb + ["--name", "near"] + json).text.split(separator: "\n")
      let types = lines.compactMap { $0.firstMatch(of: /"type":"([a-z-]+)","time_ns"/)?.1 }
      #expect(types.map(String.init) == kinds, "\(verb) \(lines)")
    }
    #expect(
      try run(["info", "screens.rxtrace", "--dump", "--name", "near"]).text.split(separator: "\n").count
        == kinds.count)
    // A time alone asks for everything in it.
    let late = try run(["events", "screens.rxtrace", "--from", "2.5s"]).text
    #expect(late.split(separator: "\n").count == 7 && late.contains("closed"), "\(late)")
  }

  @Test(
    arguments: [
      (
        ["events", "screens.rxtrace", "--name", "nothing"],
        "no event matches: none of 2 subscriptions is meant"
      ),
      (["events", "screens.rxtrace", "--kind", "lost,error"], "no error, lost event matches"),
      (["info", "screens.rxtrace", "--dump", "--id", "1", "--to", "0.5s"], "no record matches: none of 2"),
      (["export", "screens.rxtrace", "--to", "csv-events", "--op", "map"], "no event matches: none of 2"),
    ] as [([String], String)])
  func `An answer with nothing in it says so`(words: [String], note: String) throws {
    try writeScreens()
    let run = try run(words)
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\r\n").count <= 1 && !run.text.contains("called"), "\(run.text)")
    #expect(run.errors.hasPrefix("rxtrace: screens.rxtrace: \(note)"), "\(run.errors)")
  }

  @Test func `Levels alone leave finished trees out, and the heading offers them only where they are`() throws
  {
    let levels = try run(["render", "feedd.rxtrace", "--depth", "1", "--charset", "utf8"]).text
    #expect(levels.contains(": --all") && !levels.contains("Config.swift"), "\(levels)")
    let named = try run(["render", "feedd.rxtrace", "--id", "3"]).text
    #expect(named.contains("Config.swift:24") && named.contains("finished 1\n"), "\(named)")
    let folded = try run(["render", "feedd.rxtrace", "--root", "Session.swift:47"]).text
    #expect(folded.contains(": --all"), "\(folded)")
  }

  @Test(arguments: verbs)
  func `What cannot be meant is status 64`(verb: [String]) throws {
    for (filter, words) in [
      (["--name", "("], "--name: '(' is no regular expression"),
      (["--id", "99"], "there is no subscription #99"),
      (["--state", "dead"], "none of alive, leaked"),
      (["--from", "3s", "--to", "2s"], "--from is not before --to"),
      (["--depth", "0"], "--depth takes a number of levels"),
      (["--where", "lief > 1s"], "--where: there is no field lief; the fields are id, name"),
    ] {
      let run = try run(verb + filter)
      #expect(run.status == 64)
      #expect(run.errors.contains(words))
    }
  }

  @Test(
    arguments: [
      (["stats", "feedd.rxtrace"], 2), (["events", "feedd.rxtrace"], 2), (["render", "feedd.rxtrace"], 2),
      (["info", "feedd.rxtrace", "--dump"], 2), (["diff", "feedd.rxtrace", "fixed.rxtrace"], 1),
      (["check", "feedd.rxtrace"], 1), (["leaks", "feedd.rxtrace"], 1),
      (["show", "feedd.rxtrace", "map"], 1),
      (["export", "feedd.rxtrace", "--to", "csv-events"], 2),
      (["live", "feedd.rxtrace", "--format", "json"], 1),
      (["stats", "feedd.rxtrace", "--format", "json"], 1),
    ] as [([String], Int)])
  func `Every answer has a most, and goes to a file`(verb: [String], count: Int) throws {
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
    let whole = try run(verb)
    let some = try run(verb + ["--max", "\(count)"])
    #expect(some.status == whole.status, "\(some.errors)")
    #expect(!some.output.isEmpty && some.output.count < whole.output.count, "\(verb)")
    let none = try run(verb + ["--max", "0"])
    #expect(none.status == 64 && none.errors.contains("--max takes a number of"), "\(none.errors)")
    let filed = try run(verb + ["-o", "answer.txt"])
    #expect(filed.status == whole.status && filed.output.isEmpty, "\(filed.errors)")
    #expect(try Array(Data(contentsOf: folder.file("answer.txt"))) == whole.output)
    #expect(try run(verb + ["-o", "-"]).output == whole.output)
    let onto = try run(verb + ["-o", "feedd.rxtrace"])
    #expect(onto.status == 4 && onto.errors.contains("is a recording, and stays one"), "\(onto.errors)")
  }

  @Test func `JSON is asked for as elsewhere, too`() throws {
    for verb in [
      ["leaks", "feedd.rxtrace"], ["live", "feedd.rxtrace"], ["events", "feedd.rxtrace"],
      ["info", "feedd.rxtrace"], ["show", "feedd.rxtrace", "map"], ["probes", ToolRun.tool],
    ] {
      let asked = try run(verb + ["--json"])
      #expect(asked.status == 0 && asked.text.hasPrefix("{"), "\(verb) \(asked.errors)")
      #expect(try asked.output == run(verb + ["--format", "json"]).output)
    }
    let lines = try run(["export", "feedd.rxtrace", "--json"])
    #expect(try lines.output == run(["export", "feedd.rxtrace", "--to", "jsonl"]).output)
    let none = try run(["record", "--json", "--", "true"])
    #expect(none.status == 64 && none.errors.contains("record has no --json"), "\(none.errors)")
  }

  @Test func `A filter leaves the letters of leaks as they are`() throws {
    let text = try run(["leaks", "feedd.rxtrace", "--site", "Session.swift"]).text
    #expect(text.contains("LEAK B") && !text.contains("LEAK A"))
    #expect(text.hasPrefix("1 leak, 10 subscriptions"))
  }
}
