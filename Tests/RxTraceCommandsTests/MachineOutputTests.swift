import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// Answers for machines: read back by Python, and held against the page that documents them.
@Suite struct MachineOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func rxtrace(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  /// What a Python script prints of an answer, which it finds in `text`.
  private func python(_ script: String, _ input: [UInt8]) throws -> String {
    let run = try ToolRun(
      "/usr/bin/env", ["python3", "-c", "import sys, json, csv\ntext = sys.stdin.read()\n" + script],
      input: input)
    try #require(run.status == 0, "\(run.errors)")
    return run.text
  }

  static let reports = [
    ["info"], ["leaks"], ["stats"], ["stats", "--group", "owner"], ["render", "--all"],
    ["leaks", "--op", "map"], ["show", "#20"], ["diff", "feedd.rxtrace"], ["check"],
  ]

  @Test(arguments: reports)
  func `Python reads each report, and every member is documented`(verb: [String]) throws {
    let run = try rxtrace([verb[0], "feedd.rxtrace", "--format", "json"] + verb.dropFirst())
    #expect(run.status == (verb[0] == "check" ? 1 : 0))
    let names = try python(
      """
      def walk(value):
          if isinstance(value, dict):
              for name, member in value.items():
                  print(name); walk(member)
          elif isinstance(value, list):
              for member in value: walk(member)
      report = json.loads(text)
      assert (report["schema"], report["version"]) == ("rxtrace", 1)
      walk(report)
      """, run.output)
    let schema = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/TraceExport/SCHEMA.md"), encoding: .utf8)
    for name in Set(names.split(separator: "\n")) {
      #expect(schema.contains("`\(name)`"), "\(name) is not documented")
    }
  }

  @Test func `The leaks are those of the text`() throws {
    let run = try rxtrace(["leaks", "feedd.rxtrace", "--format", "json"])
    let told = try python(
      """
      report = json.loads(text)
      print(report["headline"], report["counts"]["leaked"], report["counts"]["alive"])
      for leak in report["leaks"]:
          print(leak["letter"], leak["confidence"], leak["site"]["file"], leak["site"]["line"], len(leak["subscriptions"]))
          print(leak["path"][leak["broken_link"]]["id"], leak["late_values"], leak["hint"])
          advice = leak["advice"]
          print(advice["kind"], *(f"{s['part']} {s['operator']} {s['file']}:{s['line']}" for s in advice["sites"]), sep=", ")
      """, run.output)
    #expect(
      told == """
        2 leaks, 11 subscriptions 11 22
        A certain feedd/Cache.swift 88 1
        8 8 At Cache.swift:88 return (or add to the bag) the disposable of the inner subscription.
        returnInnerDisposable, site create feedd/Cache.swift:88
        B likely feedd/Session.swift 45 10
        12 36 take(until:) is upstream of flatMap. Usual fix: move it below (after Session.swift:45).
        moveStopBelow, stop take(until:) feedd/Session.swift:44, flattening flatMap feedd/Session.swift:45

        """)
  }

  @Test
  func `A leak has its source beside it, with the columns of the call; a file that was changed has no lines`()
    throws
  {
    try SampleSource.write(in: folder)
    let script = """
      report = json.loads(text)
      for leak in report.get("leaks") or report["recordings"][0]["leaks"]:
          found = leak.get("excerpt", "none")
          if not isinstance(found, dict): print(found); continue
          print(found["file"], found["is_changed"], found["first_line"], len(found["lines"]), end=" ")
          line = (found["lines"] or [""])[leak["site"]["line"] - found["first_line"] if found["lines"] else 0]
          print(line[(found["column"] or 1) - 1:][:found["length"]])
      """
    for verb in ["leaks", "check"] {
      func told(_ words: String...) throws -> String {
        try python(script, rxtrace([verb, "feedd.rxtrace", "--format", "json"] + words).output)
      }
      #expect(
        try told("--source", ".") == "Cache.swift False 87 3 create\nSession.swift True 44 0 \n", "\(verb)")
      #expect(try told("--source", "off") == "none\nnone\n", "\(verb)")
      #expect(try told() == "None\nNone\n", "\(verb)")
    }
  }

  @Test func `Lines of JSON hold every event, subscription and leak`() throws {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "jsonl"])
    let told = try python(
      """
      from collections import Counter
      lines = [json.loads(line) for line in text.splitlines()]
      kinds = Counter(line["type"] for line in lines)
      print(lines[0]["type"], lines[0]["host"], lines[0]["recording"]["events"])
      print(sum(kinds[kind] for kind in ("subscribed", "next", "error", "completed", "disposed")))
      print(kinds["subscription"], kinds["leak"], kinds["mark"])
      """, run.output)
    #expect(told == "recording quotes 425\n425\n40 2 2\n")
  }

  /// A recording with a record of each kind.
  static let everything: [TraceRecord] = {
    let site = Site(operatorName: "share", file: "App/Feed.swift", line: 7)
    guard let life = SubscriptionID(5), let event = EventID(1 << 40 | 3), let owner = OwnerID(9) else {
      return []
    }
    let events: [TraceEvent] = [
      .subscribed(life, downstream: nil, role: Role(.source), site: site),
      .aliveBefore(life, downstream: nil, role: Role(.source), site: site, since: 0),
      .named(life, owner: owner, label: "feed"), .next(life, event: event, cause: nil, value: "1"),
      .dropped(life, .next), .overlap(life, other: ThreadID(rawValue: 2)), .joined(life, connection: 4),
      .waiting(life, input: 2, count: 2048), .counted(life, values: 77), .begun(life, within: event),
      .joinedSource(life, source: 8), .subscribedAgain(life, first: life),
      .connected(connection: 4, source: life, subscribers: 1),
      .disconnected(connection: 4, source: life, subscribers: 0),
      .owner(owner, kind: .bag, type: "Room", site: site), .childAdded(owner, child: 5, total: 1),
      .childRemoved(owner, child: 5, total: 0), .called(.dispose, id: 9, site: site),
      .ownerDisposed(owner, children: 0), .ownerReleased(owner), .mark(event, text: "here"),
      .scheduled(work: 3, scheduler: 1, cause: event, delay: 5, name: "main"),
      .workBegan(work: 3, scheduler: 1, name: "main"), .workEnded(work: 3, scheduler: 1, name: "main"),
      .workCancelled(work: 4, scheduler: 1, name: "main"), .handleReleased(life),
      .error(life, event: event, cause: nil, description: "no"), .completed(life, event: event, cause: nil),
      .disposed(life, event: event, cause: nil, reason: .explicit), .released(life),
      .lost(count: 6, since: 1),
    ]
    let others = RecordKind.events.filter { kind in !events.contains { $0.kind == kind } }
    return (events + others.compactMap(TraceEvent.blank)).enumerated().map { index, event in
      TraceRecord(
        time: Feedd.began + UInt64(index) * 1000, thread: ThreadID(rawValue: 1), event: event)
    }
  }()

  @Test
  func
    `What happened is what there is: no kind of event is left out, and each filter of kinds finds its own`()
    throws
  {
    try SampleRecording.write("all.rxtrace", SampleRecording.bytes(Self.everything), in: folder)
    let lines = try rxtrace(["events", "all.rxtrace", "--format", "json"])
    let told = try python(
      """
      events = [json.loads(line) for line in text.splitlines()]
      print(" ".join(e["type"] for e in events))
      print([(e["owner"], e["number"], e["id"]) for e in events if e["type"] == "added"])
      print([e["number"] for e in events if e["type"] in ("counted", "waiting", "joined", "joined-source")])
      """, lines.output)
    let kinds = told.split(separator: "\n")[0].split(separator: " ")
    #expect(kinds.count == Self.everything.count, "\(told)")
    #expect(Set(kinds.map(String.init)) == Set(RecordKind.events.map(\.word)))
    #expect(told.hasSuffix("[(9, 5, 1)]\n[4, 2048, 77, 8]\n"), "\(told)")
    for kind in Set(kinds) {
      let found = try rxtrace(["events", "all.rxtrace", "--kind", String(kind)])
      #expect(found.text.split(separator: "\n").count == 1, "\(kind)")
    }
    let rows = try rxtrace(["export", "all.rxtrace", "--to", "csv-events"]).text
    #expect(rows.split(separator: "\r\n").count == 1 + Self.everything.count)
  }

  @Test func `A table without rows still says what its columns are`() throws {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "csv", "--name", "nobody"])
    #expect(run.text.hasPrefix("id,program_id,downstream,") && run.text.hasSuffix(",verdict,leak\r\n"))
    let whole = try rxtrace(["export", "feedd.rxtrace", "--to", "csv"])
    let header = try python(
      "print(list(json.loads(text)['subscriptions'][0]))",
      rxtrace(["render", "feedd.rxtrace", "--format", "json"]).output)
    #expect(
      header.filter { $0 != "'" && $0 != " " && $0 != "[" && $0 != "]" && $0 != "\n" }
        == whole.text.prefix { $0 != "\r\n" })
  }

  @Test(arguments: [("csv", 40, 17), ("csv-events", 461, 9)])
  func `Tables are read back with as many rows`(form: String, rows: Int, columns: Int) throws {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", form])
    let told = try python(
      """
      rows = list(csv.DictReader(text.splitlines()))
      print(len(rows) > 39, len(rows[0]), all(None not in row and None not in row.values() for row in rows))
      print(len(rows))
      """, run.output)
    #expect(told.hasPrefix("True \(columns) True\n"))
    if form == "csv" { #expect(told.hasSuffix("\n\(rows)\n")) }
  }

  @Test func `Chrome's events are balanced, and the counter ends with what is alive`() throws {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "chrome"])
    let told = try python(
      """
      events = json.loads(text)["traceEvents"]
      begun = [e["id"] for e in events if e["ph"] == "b"]
      ended = [e["id"] for e in events if e["ph"] == "e"]
      print(len(begun), sorted(begun) == sorted(ended), sum(e["ph"] == "n" for e in events))
      print([e["args"]["subscriptions"] for e in events if e["ph"] == "C"][-1])
      """, run.output)
    #expect(told == "40 True 357\n22\n")
  }

  @Test func `Stacks have the values of the sources, in both forms`() throws {
    let collapsed = try rxtrace(["export", "feedd.rxtrace", "--to", "collapsed"]).text
    let sum = collapsed.split(separator: "\n").compactMap {
      $0.split(separator: " ").last.flatMap { Int($0) }
    }
    .reduce(0, +)
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "speedscope"])
    let told = try python(
      """
      file = json.loads(text)
      profile = file["profiles"][0]
      frames = len(file["shared"]["frames"])
      print(all(0 <= f < frames for s in profile["samples"] for f in s), len(profile["samples"]) == len(profile["weights"]))
      print(sum(profile["weights"]), profile["endValue"])
      """, run.output)
    #expect(told == "True True\n\(sum) \(sum)\n")
    #expect(sum > 50 && collapsed.contains(";"))
  }

  @Test
  func `Perfetto's packets are whole: a track a subscription, slices that end, flows that are met twice`()
    throws
  {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "perfetto", "-o", "x.pftrace"])
    #expect(run.status == 0 && run.output.isEmpty)
    let told = try python(
      """
      data = open(\(String(reflecting: folder.file("x.pftrace").path)), "rb").read()
      def number(data, at):
          value = shift = 0
          while True:
              value |= (data[at] & 127) << shift; shift += 7; at += 1
              if data[at - 1] < 128: return value, at
      def fields(data):
          at, found = 0, []
          while at < len(data):
              key, at = number(data, at)
              if key & 7 == 0: value, at = number(data, at)
              elif key & 7 == 1: value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
              else:
                  assert key & 7 == 2
                  size, at = number(data, at); value = data[at:at + size]; at += size
                  assert len(value) == size
              found.append((key >> 3, value))
          return found
      packets = [dict(fields(packet)) for field, packet in fields(data) if field == 1]
      tracks = [dict(fields(p[60])) for p in packets if 60 in p]
      events = [fields(p[11]) for p in packets if 11 in p]
      kinds = [dict(e)[9] for e in events]
      known = {t[1] for t in tracks}
      print(len(tracks), kinds.count(1), kinds.count(2), all(dict(e)[11] in known for e in events))
      flows = [value for e in events for field, value in e if field == 47]
      print(max(flows.count(flow) for flow in set(flows)) > 1)
      print([dict(e)[30] for e in events if dict(e)[9] == 4][-1])
      """, [])
    #expect(told == "42 40 40 True\nTrue\n22\n")
  }

  @Test func `A filter holds for an export, and what cannot be meant is status 64`() throws {
    let run = try rxtrace(["export", "feedd.rxtrace", "--to", "csv", "--id", "7,8"])
    #expect(run.text.split(separator: "\r\n").count == 3)
    #expect(try rxtrace(["export", "feedd.rxtrace", "--to", "xml"]).status == 64)
    #expect(try rxtrace(["export", "feedd.rxtrace"]).status == 64)
  }

  @Test func `Events are listed as they were asked for`() throws {
    let run = try rxtrace(["events", "feedd.rxtrace", "--id", "9", "--kind", "next", "--from", "10s"])
    #expect(run.text.split(separator: "\n").count == 2)
    #expect(run.text.hasPrefix("10.002000000  t1  next  #9  "))
    let first = try rxtrace(["events", "feedd.rxtrace", "--max", "1", "--format", "json"])
    #expect(
      try python("print(json.loads(text)['type'], json.loads(text)['id'])", first.output) == "subscribed 1\n")
    #expect(try rxtrace(["events", "feedd.rxtrace", "--kind", "nexst"]).status == 64)
  }
}
