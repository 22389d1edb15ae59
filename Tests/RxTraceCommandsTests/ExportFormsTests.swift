import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// Exports that are read back with the definitions and the tools of others.
@Suite struct ExportFormsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func rxtrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  private func python(_ script: String, _ input: [UInt8] = []) throws -> String {
    let run = try ToolRun.python(script, input: input, in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return run.text
  }

  /// Whether Python has this module.
  private static func has(_ module: String) -> Bool {
    (try? ToolRun.python("import \(module)"))?.status == 0
  }

  private static let hasOpenTelemetry = has("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
  private static let hasDuckDB = has("duckdb")
  private static let hasClickHouse = has("chdb")
  private static let hasPerfetto = has("perfetto.protos.perfetto.trace.perfetto_trace_pb2")
  private static let hasBabeltrace =
    (try? ToolRun("/usr/bin/env", ["babeltrace2", "--version"]))?.status == 0

  /// Of what OTLP's JSON says, in the terms of the test.
  private static let spans = """
    import sys, json
    requests = [json.loads(line) for line in sys.stdin]
    spans = [s for r in requests for rs in r["resourceSpans"] for ss in rs["scopeSpans"] for s in ss["spans"]]
    def value(span, name):
        for a in span["attributes"]:
            if a["key"] == name: return next(iter(a["value"].values()))

    """

  @Test func `OTLP has a span a subscription, a trace a root, and links that lead to spans`() throws {
    let run = try rxtrace("export", "feedd.rxtrace", "--to", "otlp", "--label", "region=eu")
    #expect(run.status == 0)
    let told = try python(
      Self.spans + """
        ids = {(s["traceId"], s["spanId"]) for s in spans}
        print(len(spans), len(ids), len({s["traceId"] for s in spans}))
        print(all((s["traceId"], s["parentSpanId"]) in ids for s in spans if "parentSpanId" in s))
        print(sum("parentSpanId" not in s for s in spans))
        links = [l for s in spans for l in s["links"]]
        print(len(links) > 5, all((l["traceId"], l["spanId"]) in ids for l in links))
        print(sum(e["name"] == "next" for s in spans for e in s["events"]))
        print([s["status"]["message"] for s in spans if "status" in s])
        print(sum(value(s, "rxtrace.verdict") == "leaked" for s in spans))
        print(sum(value(s, "rxtrace.leak.fingerprint") is not None for s in spans))
        print(all(int(s["startTimeUnixNano"]) <= int(s["endTimeUnixNano"]) for s in spans))
        print(min(int(s["startTimeUnixNano"]) for s in spans) - 1795246452000000000)
        resource = {a["key"]: a["value"] for a in requests[0]["resourceSpans"][0]["resource"]["attributes"]}
        print(resource["service.name"], resource["host.name"], resource["region"])
        """, run.output)
    #expect(
      told == """
        40 40 6
        True
        6
        True True
        357
        ['timeout']
        11
        11
        True
        0
        {'stringValue': 'feedd'} {'stringValue': 'quotes'} {'stringValue': 'eu'}

        """)
  }

  @Test(
    .enabled(
      if: hasOpenTelemetry, "Python has no package opentelemetry-proto: tools/setup --thorough"))
  func `The published definitions decode OTLP`() throws {
    let run = try rxtrace("export", "feedd.rxtrace", "--to", "otlp")
    let told = try python(
      """
      import sys, json, base64
      from google.protobuf import json_format
      from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request
      # OTLP has numbers of spans in hexadecimal digits where the JSON of protocol buffers has base 64.
      def based(value):
          if isinstance(value, list): return [based(each) for each in value]
          if not isinstance(value, dict): return value
          return {name: base64.b64encode(bytes.fromhex(member)).decode()
                  if name in ("traceId", "spanId", "parentSpanId") else based(member)
                  for name, member in value.items()}
      spans = []
      for line in sys.stdin:
          request = json_format.ParseDict(based(json.loads(line)), Request(), ignore_unknown_fields=False)
          for resource in request.resource_spans:
              for scope in resource.scope_spans: spans += scope.spans
      print(len(spans), {len(s.trace_id) for s in spans}, {len(s.span_id) for s in spans})
      print(sum(len(s.events) for s in spans), {s.kind for s in spans}, sum(s.status.code == 2 for s in spans))
      """, run.output)
    #expect(told.hasPrefix("40 {16} {8}\n"))
    #expect(told.hasSuffix(" {1} 1\n"))
  }

  @Test(
    .enabled(if: hasPerfetto, "Python has no package perfetto: tools/setup --thorough"))
  func `Perfetto's own definitions know every field, and its times are of the clock that is named`() throws {
    _ = try rxtrace("export", "feedd.rxtrace", "--to", "perfetto", "-o", "x.pftrace")
    let told = try python(
      """
      from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as p
      from google.protobuf import unknown_fields
      trace = p.Trace.FromString(open("x.pftrace", "rb").read())
      def unknown(message):
          found = len(unknown_fields.UnknownFieldSet(message))
          for field, value in message.ListFields():
              if field.message_type is None: continue
              each = value if not hasattr(value, "DESCRIPTOR") else [value]
              found += sum(unknown(one) for one in each)
          return found
      print(len(trace.packet) > 400, unknown(trace))
      clocks = trace.packet[0].clock_snapshot
      print([(c.clock_id, c.timestamp) for c in clocks.clocks], clocks.primary_trace_clock == p.BUILTIN_CLOCK_MONOTONIC)
      tracks = {t.uuid: t for t in (q.track_descriptor for q in trace.packet if q.HasField("track_descriptor"))}
      print(len(tracks), tracks[1].process.pid, tracks[1].process.process_name, tracks[2].name, tracks[2].HasField("counter"))
      print(tracks[16 + 9].name, tracks[16 + 9].parent_uuid)
      timed = [q for q in trace.packet if q.HasField("track_event")]
      print({q.timestamp_clock_id for q in timed} == {p.BUILTIN_CLOCK_MONOTONIC}, all(q.trusted_packet_sequence_id for q in trace.packet))
      print(all(a.timestamp <= b.timestamp for a, b in zip(timed, timed[1:])), {q.track_event.track_uuid for q in timed} <= set(tracks))
      E = p.TrackEvent
      of = lambda kind: [q.track_event for q in timed if q.track_event.type == kind]
      print(len(of(E.TYPE_SLICE_BEGIN)), len(of(E.TYPE_SLICE_END)), of(E.TYPE_COUNTER)[-1].counter_value)
      print(sum(e.name == "next" for e in of(E.TYPE_INSTANT)), sum(len(q.track_event.flow_ids) for q in timed) > 300)
      """)
    #expect(
      told == """
        True 0
        [(3, \(Feedd.began)), (1, 1795246452000000000)] True
        42 4711 feedd living subscriptions True
        #9 ticker feedd/Ticker.swift:18 1
        True True
        True True
        40 40 22
        357 True

        """)
  }

  @Test func `A folder of the Common Trace Format is as its metadata says`() throws {
    let run = try rxtrace("export", "feedd.rxtrace", "--to", "ctf", "-o", "ctf")
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let metadata = try String(contentsOf: folder.file("ctf/metadata"), encoding: .utf8)
    #expect(metadata.hasPrefix("/* CTF 1.8 */\n"))
    let told = try python(
      """
      import struct
      data = open("ctf/stream", "rb").read()
      magic, stream = struct.unpack_from("<II", data)
      at, last, count, texts = 8, 0, {}, []
      def text():
          global at
          end = data.index(0, at); found = data[at:end].decode(); at = end + 1
          return found
      while at < len(data):
          kind, time, thread, number = struct.unpack_from("<BQIQ", data, at); at += 21
          assert time >= last; last = time
          count[kind] = count.get(kind, 0) + 1
          if kind < 2:
              at += 8; texts.append((text(), text(), text())); at += 4
          else:
              at += 16; text()
      print(hex(magic), stream, count[0], count[3], count[4], count[10], texts[0])
      """)
    #expect(told == "0xc1fc1fc1 0 40 357 1 2 ('source', 'subscribe', 'feedd/main.swift')\n")
    let again = try rxtrace("export", "feedd.rxtrace", "--to", "ctf", "-o", "ctf")
    #expect(again.status == 4 && again.errors.contains("is not empty"))
    #expect(try rxtrace("export", "feedd.rxtrace", "--to", "ctf").status == 64)
  }

  @Test(
    .enabled(if: hasBabeltrace, "babeltrace2 is not installed: tools/setup --thorough installs it"))
  func `babeltrace2 counts what we count`() throws {
    _ = try rxtrace("export", "feedd.rxtrace", "--to", "ctf", "-o", "ctf")
    let run = try ToolRun("/usr/bin/env", ["babeltrace2", "--clock-gmt", "ctf"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    for (kind, count) in [("subscribed", 40), ("next", 357), ("completed", 9), ("error", 1), ("mark", 2)] {
      #expect(lines.count { $0.contains(" \(kind): {") } == count, "\(kind)")
    }
    let events = try rxtrace("events", "feedd.rxtrace").text.split(separator: "\n")
    #expect(lines.count == events.count)
    #expect(lines.first?.contains("07:34:12.000") == true, "\(lines.first ?? "")")
  }

  @Test func `What a fleet's engine reads has a line a thing, each with whose it is`() throws {
    let run = try rxtrace(
      "export", "feedd.rxtrace", "--to", "fleet", "--label", "region=eu", "--label", "v=a=b")
    let told = try python(
      """
      import sys, json
      from collections import Counter
      lines = [json.loads(line) for line in sys.stdin]
      kinds = Counter(line["type"] for line in lines)
      print(kinds["recording"], kinds["leak"], kinds["subscription"], kinds["site"] > 10)
      print({(l["host"], l["build_id"], l["pid"], l["program"], l["container"]) for l in lines})
      print(lines[0]["labels"], len({l["recording"] for l in lines}), lines[0]["leaked"], lines[0]["floor"])
      """, run.output)
    #expect(
      told == """
        1 2 40 True
        {('quotes', 'dead000f', 4711, 'feedd', None)}
        {'region': 'eu', 'v': 'a=b'} 1 11 8

        """)
    #expect(try rxtrace("export", "feedd.rxtrace", "--to", "fleet", "--label", "eu").status == 64)
  }

  @Test(
    .enabled(if: hasDuckDB, "Python has no package duckdb: tools/setup --thorough"))
  func `Every query of the fleet's page runs, and finds what is there`() throws {
    try writeFleet()
    let told = try python(
      """
      import duckdb, re
      engine = duckdb.connect()
      for block in re.findall(r"```sql\\n(.*?)```", open("FLEET.md").read(), re.S):
          for query in filter(str.strip, block.split(";\\n")):
              rows = engine.execute(query).fetchall()
              print(len(rows), *rows[:2], sep="|")
      """)
    let answers = told.split(separator: "\n").map(String.init)
    try #require(answers.count == 11, "\(told)")
    #expect(answers[1].hasPrefix("2|("))
    #expect(
      answers[1].contains("'feedd/Session.swift:45', 1, 1, 10, 'dead000f', 'dead000f'"), "\(answers[1])")
    #expect(answers[2].contains("('feedd', 'dead000f', 1, 8.0,"), "\(answers[2])")
    #expect(answers[2].contains("('feedd', 'beef', 1, 2.0,"), "\(answers[2])")
    #expect(answers[3].contains("1, 1, 'mended'"), "\(answers[3])")
    #expect(answers[6] == "2|('eu', 1, 11)|('us', 1, 0)")
    #expect(answers[8].contains("('leak', 2)|('recording', 2)"), "\(answers[8])")
  }

  /// The recordings of two builds on two hosts as a folder of files, and the page with the queries.
  private func writeFleet() throws {
    var header = SampleRecording.header
    header.host = "0123456789ab"
    header.buildID = [0xbe, 0xef]
    header.startedWallClock += 3_600_000_000_000
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true), header: header), in: folder)
    try FileManager.default.createDirectory(at: folder.file("fleet"), withIntermediateDirectories: true)
    for (name, region) in [("feedd", "eu"), ("fixed", "us")] {
      let run = try rxtrace(
        "export", "\(name).rxtrace", "--to", "fleet", "--label", "region=\(region)", "-o",
        "fleet/\(name).jsonl")
      #expect(run.status == 0, "\(run.errors)")
    }
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/TraceExport/FLEET.md")
    try FileManager.default.copyItem(at: page, to: folder.file("FLEET.md"))
  }

  @Test(
    .enabled(if: hasClickHouse, "Python has no package chdb: tools/setup --thorough"))
  func `Every query for ClickHouse runs, and finds what the other engine finds`() throws {
    try writeFleet()
    let told = try python(
      """
      import re
      from chdb import session
      engine = session.Session()
      for block in re.findall(r"```sql ClickHouse\\n(.*?)```", open("FLEET.md").read(), re.S):
          for query in filter(str.strip, block.split(";\\n")):
              rows = engine.query(query, "CSV").bytes().decode().splitlines()
              print(len(rows), *rows[:2], sep="|")
      """)
    let answers = told.split(separator: "\n").map(String.init)
    try #require(answers.count == 8, "\(told)")
    #expect(
      answers[2].contains(#","feedd/Session.swift:45",1,1,10,"dead000f","dead000f""#), "\(answers[2])")
    #expect(answers[3].hasPrefix("2|\"feedd\",\"dead000f\",1,8,"), "\(answers[3])")
    #expect(answers[3].contains("|\"feedd\",\"beef\",1,2,"), "\(answers[3])")
    #expect(answers[4].contains(",1,1,\"mended\""), "\(answers[4])")
    #expect(answers[7] == "2|\"eu\",1,11|\"us\",1,0", "\(answers[7])")
  }
}
