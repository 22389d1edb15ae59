import Foundation
import Testing
import TraceAnalysis
import TraceExport
import TraceFixtures
import TraceFormat

/// Every answer in JSON is held against `SCHEMA.json`, more strictly than a reader should: an unknown member is a mistake
/// here.
@Suite struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/TraceExport/SCHEMA.json")
    try FileManager.default.copyItem(at: schema, to: folder.file("SCHEMA.json"))
  }

  /// What the schema uses of JSON Schema. A rule with another word is a mistake, too: nothing is passed over. Where Python has
  /// the package jsonschema, that one is asked as well.
  private static let checker = #"""
    import sys, json, re
    schema = json.load(open("SCHEMA.json"))
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None)}
    words = {"$ref", "oneOf", "anyOf", "const", "enum", "type", "minimum", "maximum", "pattern", "items", "required",
             "properties", "additionalProperties", "description"}
    def check(value, rule, at="$"):
        assert set(rule) <= words, set(rule) - words
        if "$ref" in rule: return check(value, schema["$defs"][rule["$ref"].removeprefix("#/$defs/")], at)
        wrong = []
        for word in ("oneOf", "anyOf"):
            if word not in rule: continue
            found = [check(value, each, at) for each in rule[word]]
            right = sum(not each for each in found)
            if right == 0: wrong += min(found, key=len)
            if right > 1 and word == "oneOf": wrong.append(f"{at}: is several things")
        if "const" in rule and value != rule["const"]: wrong.append(f"{at}: {value!r} is not {rule['const']!r}")
        if "enum" in rule and value not in rule["enum"]: wrong.append(f"{at}: {value!r} is none of {rule['enum']}")
        if "type" in rule:
            names = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
            if not any(type(value) is types[name] for name in names): return wrong + [f"{at}: {value!r} is no {names}"]
        if type(value) is int and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
            wrong.append(f"{at}: {value} is out of bounds")
        if type(value) is str and "pattern" in rule and not re.search(rule["pattern"], value):
            wrong.append(f"{at}: {value!r} is not as {rule['pattern']}")
        if type(value) is list and "items" in rule:
            for index, each in enumerate(value): wrong += check(each, rule["items"], f"{at}[{index}]")
        if type(value) is dict:
            wrong += [f"{at}: {name} is missing" for name in rule.get("required", []) if name not in value]
            if "properties" in rule or "additionalProperties" in rule:
                for name, each in value.items():
                    known = rule.get("properties", {}).get(name, rule.get("additionalProperties"))
                    wrong += check(each, known, f"{at}.{name}") if known else [f"{at}: {name} is unknown"]
        return wrong
    def rule(name): return {"$ref": "#/$defs/" + name}
    def named(path): return [(path, name, json.loads(line)) for name, line in read(path)]
    def read(path):
        name = path.split(".")[1]
        return [(name, line) for line in open(path) if line.strip()]

    """#

  @Test func `Each change that a rule advises is in the list of SCHEMA.md`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardizedFileURL
    let page = try String(
      contentsOf: sources.appendingPathComponent("TraceExport/SCHEMA.md"), encoding: .utf8)
    let rules = sources.appendingPathComponent("TraceAnalysis/Verdicts/Rules")
    var names = Set<Substring>()
    for file in try FileManager.default.contentsOfDirectory(at: rules, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/Leak\.Hint\(\s*"(\w+)"/#) { names.insert(match.output.1) }
    }
    #expect(names.count >= 27)
    #expect(names.filter { !page.contains("`\($0)`") }.isEmpty)
  }

  private func python(_ script: String) throws -> String {
    let run = try ToolRun.python(Self.checker + script, in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return run.text
  }

  /// What is answered in JSON, each with the rule for it, and the words after the recording.
  private static let answers: [(rule: String, words: [String])] = [
    ("info", ["info", "--format", "json"]), ("leaks", ["leaks", "--format", "json"]),
    ("stats", ["stats", "--format", "json"]), ("stats", ["stats", "--format", "json", "--group", "owner"]),
    ("tree", ["render", "--format", "json"]),
    ("tree", ["render", "--format", "json", "--from", "0s", "--state", "alive"]),
    ("show", ["show", "#1", "--format", "json"]), ("diff", ["diff", "feedd.rxtrace", "--format", "json"]),
    ("check", ["check", "--format", "json", "--suspects"]), ("event", ["events", "--format", "json"]),
    ("leaks", ["leaks", "--format", "json", "--group", "owner"]), ("live", ["live", "--format", "json"]),
    ("probes", ["probes", "--format", "json"]), ("explain", ["explain", "--format", "json"]),
    ("leaks", ["leaks", "--format", "json", "--source", "."]), ("line", ["export", "--to", "jsonl"]),
    ("fleet", ["export", "--to", "fleet", "--label", "region=eu"]),
    ("watch", ["leaks", "--pid", "\(getpid())", "--watch", "1s", "--format", "json"]),
    ("leaks", ["leaks", "--format", "json", "--why"]),
  ]

  /// Writes the recording and every answer about it: `NUMBER.RULE`.
  private func answer(isWhole: Bool) throws {
    for (index, answer) in Self.answers.enumerated() {
      // One of the quote server's of which there is most to say.
      let words = answer.words.map { $0 == "#1" && isWhole ? "#20" : $0 }
      let isOfProcess = words.contains("--pid")
      let subject =
        isOfProcess ? [] : ["probes": [ToolRun.tool], "explain": []][words[0]] ?? ["recording.rxtrace"]
      let run = try ToolRun(ToolRun.tool, [words[0]] + subject + words.dropFirst(), in: folder.path)
      // Nothing to be shown in a recording without subscriptions.
      if run.status == 64, answer.rule == "show" { continue }
      try #require([0, 1].contains(run.status), "\(answer.words): \(run.errors)")
      try Data(run.output).write(to: folder.file("\(index).\(answer.rule)"))
    }
    try Data(living().utf8).write(to: folder.file("\(Self.answers.count).living"))
  }

  /// Two lines of `live`, of a process that nobody records: it would not end by itself.
  private func living() -> String {
    var counts = LivingCounts(by: .owner)
    let site = counts.number(of: Site(operatorName: "map", file: "app/Main.swift", line: 7))
    for time in 1...2 as ClosedRange<UInt64> {
      counts.add(
        LivingReading(time: time, [1, time + 1].map { .init(id: $0, site: site, owner: $0 - 1, began: 1) }))
    }
    func line(_ state: LivingJSON.State, _ group: StatsGrouping) -> String {
      LivingJSON(counts, state, program: "app", process: 4711, by: group, doubts: ["some are missing"]).text
    }
    return line(.unrecorded, .owner) + line(.ended, .owner)
  }

  private func write(_ name: String) throws {
    try SampleRecording.write(in: folder)
    try SampleSource.write(in: folder)
    var lives = SampleRecording.header
    lives.kinds.remove(.next)
    let odd = Samples.events.enumerated().map { index, event in
      TraceRecord(
        time: Feedd.began + UInt64(index) * 1000, thread: ThreadID(rawValue: 1), event: event)
    }
    let bytes =
      switch name {
      case "damaged": Array(SampleRecording.bytes().dropLast(300))
      case "empty": SampleRecording.bytes([])
      case "every-kind": SampleRecording.bytes(MachineOutputTests.everything)
      case "odd": SampleRecording.bytes(odd)
      case "lives": SampleRecording.bytes(header: lives)
      default: SampleRecording.bytes()
      }
    try SampleRecording.write("recording.rxtrace", bytes, in: folder)
  }

  @Test(
    arguments: ["feedd", "damaged", "empty", "every-kind", "odd", "lives"])
  func `Every answer is as the schema says, whatever is recorded`(name: String) throws {
    try write(name)
    try answer(isWhole: name == "feedd")
    let told = try python(
      """
      import os
      answers = [each for path in sorted(os.listdir()) if path[0].isdigit() for each in named(path)]
      wrong = [f"{path} {each}" for path, name, value in answers for each in check(value, rule(name))]
      try:
          import jsonschema
          kinds = {name: jsonschema.Draft202012Validator({**rule(name), "$defs": schema["$defs"]})
                   for name in schema["$defs"]}
          wrong += [f"{path} {each.message}" for path, name, value in answers for each in kinds[name].iter_errors(value)]
      except ImportError: pass
      print(len({path for path, _, _ in answers}), *wrong[:5], sep="\\n")
      """)
    // Without subscriptions there is nothing to show; without records there are no lines of events.
    #expect(told == "\(name == "empty" ? 18 : 20)\n", "\(told)")
  }

  @Test func `What is spoiled is refused: each member with another value, an unknown one, a missing one`()
    throws
  {
    try write("feedd")
    try answer(isWhole: true)
    let told = try python(
      """
      import os
      tried, passed = 0, []
      def required(rule):
          for each in rule if type(rule) is list else rule.values() if type(rule) is dict else []: yield from required(each)
          if type(rule) is dict: yield from rule.get("required", [])
      needed = set(required(schema))
      def objects(value, at=""):
          if type(value) is list and value: yield from objects(value[0], at + "[]")
          if type(value) is dict:
              yield at, value
              for name, each in list(value.items()): yield from objects(each, at + "." + name)
      for path in sorted(os.listdir()):
          if not path[0].isdigit(): continue
          _, name, value = named(path)[0]
          def refused(what):
              global tried
              tried += 1
              if not check(value, rule(name)): passed.append(f"{name}{what}")
          for at, each in objects(value):
              each["more"] = 1; refused(at + " more"); del each["more"]
              for member, right in list(each.items()):
                  each[member] = 1.5; refused(f"{at} {member}"); each[member] = right
                  # What may be missing anyhow.
                  if name == "event" or at == ".labels" or "last_events" in at or member not in needed: continue
                  del each[member]; refused(f"{at} without {member}"); each[member] = right
      print(tried > 500, *passed, sep="\\n")
      """)
    #expect(told == "True\n", "\(told)")
  }

  @Test func `Every member that the schema requires stands on the page that explains it`() throws {
    let names = try python(
      """
      def members(rule):
          if type(rule) is list:
              for each in rule: yield from members(each)
          if type(rule) is dict:
              yield from rule.get("required", [])
              for each in rule.values(): yield from members(each)
      fleet = set(members(schema["$defs"].pop("fleet")))
      print(*sorted(set(members(schema["$defs"]))))
      print(*sorted(fleet))
      """)
    let lists = names.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lists.count == 2 && lists[0].count > 100)
    let reports = try page("SCHEMA.md")
    let fleet = try page("FLEET.md") + reports
    #expect(lists[0].filter { !reports.contains("`\($0)`") } == [])
    #expect(lists[1].filter { !fleet.contains("`\($0)`") } == [])
  }

  @Test func `The words of all kinds of events are as the schema says`() throws {
    let schema = try page("SCHEMA.json")
    let pattern = try Regex(
      String(#require(schema.firstMatch(of: #/"pattern": "(\^\(\?!.*)"/#)?.output.1)))
    for word in RecordKind.events.map(\.word) { #expect(word.wholeMatch(of: pattern) != nil, "\(word)") }
    for word in ["recording", "subscription", "leak", "Next", ""] {
      #expect(word.wholeMatch(of: pattern) == nil, "\(word)")
    }
  }

  @Test func `The page of exports has no row for a kind of event that does not exist`() throws {
    let words = Set(RecordKind.events.map(\.word))
    let parts = try page("SCHEMA.md").components(separatedBy: "| type | `number` | `text` |\n")
    try #require(parts.count == 2)
    let rows = parts[1].components(separatedBy: "\n").prefix { $0.hasPrefix("|") }.dropFirst()
    #expect(rows.count > 15)
    for row in rows {
      for match in row.split(separator: "|")[0].matches(of: #/`([a-z-]+)`/#) {
        #expect(words.contains(String(match.output.1)), "\(match.output.1)")
      }
    }
  }

  private func page(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/TraceExport/\(name)"), encoding: .utf8)
  }
}
