import Foundation
import Testing
import TraceFixtures
import TraceFormat

@Suite struct InfoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `A whole recording says who, when, what, and that all of it is there`() throws {
    let run = try ToolRun.rxtrace("info", SampleRecording.write(in: folder))
    #expect(
      run.text == """
        rxtrace file v1.1  little-endian  started 2026-11-21 07:34:12Z  feedd pid 4711  clock monotonic
        program: feedd --sessions '3 of them'  host: quotes  build-id: dead000f  runtime: 1.2.3
        recorded: next error completed subscribed disposed owners scheduling  probes: compiled in
          values: off
        chunks: 4 of 4 readable; 425 events in 458 records kept, 0 lost
        ended: in good order
        alive before recording: 0        marks: 2 ("open", "after close")

        """)
    #expect(run.errors.isEmpty)
  }

  @Test func `The time from event to event bounds what an event cost`() throws {
    var header = SampleRecording.header
    header.eventCost = 9_600
    var writer = RecordingWriter(header: header)
    let id = try #require(SubscriptionID(1))
    for number in 1...3000 as ClosedRange<UInt64> {
      let event = try #require(EventID(number))
      // Two of three follow after 80 ns.
      let time = number / 3 * 10_000 + number % 3 * 80
      writer.append(
        TraceRecord(
          time: header.startedMonotonic + time, thread: ThreadID(rawValue: 1),
          event: .next(id, event: event, cause: nil, value: nil)))
    }
    let path = try SampleRecording.write("x.rxtrace", writer.finish(), in: folder)
    let text = try ToolRun.rxtrace("info", path, environment: ["COLUMNS": "200"]).text
    #expect(text.contains("own cost: at least 9.6 ns an event (measured alone),"))
    #expect(
      text.contains("below 80.0 ns for half of them (each came so soon after the one before),"), "\(text)")
  }

  @Test func `Labels, the container, what it cost and what was left out are told, as text and as JSON`()
    throws
  {
    var header = SampleRecording.header
    header.container = String(repeating: "0123456789abcdef", count: 4)
    header.labels = [.init(name: "region", value: "eu"), .init(name: "by", value: "a=b c")]
    header.eventCost = 12_340
    header.redactions = 2
    header.kinds.remove(.next)
    let path = try SampleRecording.write(
      "x.rxtrace", SampleRecording.bytes(header: header), in: folder)
    let text = try ToolRun.rxtrace("info", path, environment: ["COLUMNS": "200"]).text
    #expect(text.contains("  container: 0123456789ab  "))
    #expect(text.contains("  labels: region=eu 'by=a=b c'\n"))
    #expect(text.contains("  not recorded: next"))
    #expect(text.contains("  values: off, redacted: 2 patterns\n"))
    #expect(
      text.contains(
        "\nown cost: at least 12.3 ns an event (measured alone),\n"
          + "  5.651 µs in all, beside the writing: 0.0 % of the time\n")
    )
    let json = try ToolRun.rxtrace("info", path, "--format", "json").text
    #expect(
      json.contains(
        #""labels":{"region":"eu","by":"a=b c"},"values_recorded":false,"redactions":2,"event_cost_ps":12340"#
      ))
    let replaced = try ToolRun.rxtrace("export", path, "--to", "fleet", "--label", "by=me")
    #expect(replaced.errors.hasSuffix(": the recorded label 'by=a=b c' is replaced by --label by=me\n"))
    let fleet = replaced.text
    #expect(fleet.contains(#""labels":{"region":"eu","by":"me"}"#))
    #expect(fleet.contains(#""container":"0123456789abcdef0123"#))
    let otlp = try ToolRun.rxtrace("export", path, "--to", "otlp").text
    #expect(otlp.contains(#""key":"region","value":{"stringValue":"eu"}"#))
  }

  @Test func `What a later version wrote is named as skipped, and is not lost`() throws {
    let bytes = LaterVersion.adding(to: SampleRecording.bytes())
    let run = try ToolRun.rxtrace("info", SampleRecording.write("later.rxtrace", bytes, in: folder))
    #expect(
      run.text.contains("\nskipped, of a later version: 3 records of kind 99, 3 chunks of kind 77\n"))
    #expect(run.text.contains(", 0 lost") && run.errors.isEmpty)
  }

  @Test(
    arguments: [
      (nil, "up to 80 bytes each\n"), (1, "up to 80 bytes each, redacted: 1 pattern\n"),
      (0, "up to 80 bytes each, every text redacted\n"),
    ] as [(UInt32?, String)])
  func `What was left out of texts is told, and by how many expressions`(count: UInt32?, words: String) throws
  {
    var header = SampleRecording.header
    header.valueLimit = 80
    header.redactions = count
    let path = try SampleRecording.write("x.rxtrace", SampleRecording.bytes(header: header), in: folder)
    let text = try ToolRun.rxtrace("info", path, environment: ["COLUMNS": "200"]).text
    #expect(text.contains("  values: \(words)"), "\(text)")
    let json = try ToolRun.rxtrace("info", path, "--json").text
    #expect(json.contains(#""redactions":\#(count.map { "\($0)" } ?? "null"),"#))
  }

  @Test func `A program without probes is said to have none`() throws {
    var header = SampleRecording.header
    header.hasProbes = false
    header.valueLimit = 80
    header.kinds = [.lifecycle]
    let run = try ToolRun.rxtrace(
      "info", SampleRecording.write("x.rxtrace", SampleRecording.bytes(header: header), in: folder))
    #expect(
      run.text.contains(
        "recorded: subscribed disposed  not recorded: next\n"
          + "  probes: none, the program was built where <sys/sdt.h> is missing  values: up to 80 bytes each\n"
      ))
  }

  @Test func `Damage is named with its offset, and what is left is counted`() throws {
    var bytes = SampleRecording.bytes()
    bytes[bytes.count / 2] ^= 0xff
    let run = try ToolRun.rxtrace("info", SampleRecording.write("x.rxtrace", bytes, in: folder))
    #expect(run.status == 0)
    #expect(run.text.contains("chunks: 3 of 4 readable; "))
    #expect(run.text.contains(/damage: chunk \d+ of thread \d+ at offset \d+ is damaged: \d+ records lost\n/))
    #expect(!run.text.contains(" 0 lost"))
    #expect(run.errors.hasPrefix("rxtrace: warning: "))
  }

  @Test func `The dump has a line for each record, in the order of time`() throws {
    let run = try ToolRun.rxtrace("info", "--dump", SampleRecording.write(in: folder))
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == Feedd.records().count)
    #expect(lines.first == "0.000000000  t1  subscribed  #1  subscribe  feedd/main.swift:9")
    #expect(lines.contains { $0.contains("mark") && $0.contains("\"after close\"") })
    let times = lines.compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    #expect(times == times.sorted())
    #expect(times.count == lines.count)
  }

  @Test func `Names from the program cannot reach a terminal`() throws {
    var header = SampleRecording.header
    let hostile = "\u{1b}]0;owned\u{7}\n\u{202e}<b>\"" + String(repeating: "x", count: 100_000)
    header.program = "/bin/" + hostile
    header.arguments = [hostile]
    header.host = hostile
    let site = Site(operatorName: hostile, file: hostile, line: 1)
    let records =
      Feedd.records() + [
        TraceRecord(
          time: Feedd.ended, thread: ThreadID(rawValue: 1),
          event: .subscribed(SubscriptionID(99)!, downstream: nil, role: Role(.source), site: site))
      ]
    let path = try SampleRecording.write(
      "x.rxtrace", SampleRecording.bytes(records, header: header), in: folder)
    for arguments in [["info"], ["info", "--dump"]] {
      let run = try ToolRun(ToolRun.tool, arguments + [path])
      #expect(run.status == 0)
      #expect(run.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
      #expect(!run.text.contains("\u{202e}"))
      #expect(run.output.count < 60_000)
    }
  }

  @Test func `An answer that nobody reads ends without a word`() throws {
    // More than a pipe holds.
    let thread = ThreadID(rawValue: 1)
    let records = (1...5000).map { number in
      TraceRecord(
        time: Feedd.began + UInt64(number), thread: thread,
        event: .mark(
          EventID(thread: thread, sequence: UInt64(number)), text: "this is a mark in the recording"))
    }
    let path = try SampleRecording.write("x.rxtrace", SampleRecording.bytes(records), in: folder)
    let run = try ToolRun.shell(
      """
      "$RXTRACE_BIN" info --dump '\(path)' | head -1
      echo ${PIPESTATUS[0]}
      (trap '' PIPE; exec "$RXTRACE_BIN" info --dump '\(path)') | head -1
      echo ${PIPESTATUS[0]}
      """)
    #expect(run.errors.isEmpty)
    let first = "0.000000001  t1  mark  1:1  \"this is a mark in the recording\"\n"
    #expect(run.text == "\(first)141\n\(first)141\n")
  }

  @Test func `An answer that cannot be written is status 4`() throws {
    let path = try SampleRecording.write(in: folder)
    let run = try ToolRun.shell(#""$RXTRACE_BIN" info '\#(path)' > /dev/full; echo $?"#)
    #expect(run.text == "4\n")
    #expect(run.errors == "rxtrace: cannot write to standard output: No space left on device\n")
  }

  @Test func `Recordings that gave their name up are listed, and removed when asked; others are not`() throws
  {
    let folder = try TemporaryFolder()
    let own = ["app.20261121-073412.rxtrace", "app.20261121-073412-2.rxtrace"]
    let others = ["app.4711.rxtrace", "app.2026.rxtrace", "other.20261121-073412.rxtrace", "app.rxtrace"]
    for name in own + others { try SampleRecording.write(name, in: folder) }
    try Data("no recording".utf8).write(to: folder.file("app.20261121-080000.rxtrace"))
    let told = try ToolRun.rxtrace("info", "app.rxtrace", in: folder.path).text
    #expect(told.contains("older:") && own.allSatisfy { told.contains($0) }, "\(told)")
    #expect(!told.contains("app.20261121-080000") && !told.contains("app.2026.rxtrace"))
    let run = try ToolRun.rxtrace("info", "app.rxtrace", "--remove-older", in: folder.path)
    #expect(run.status == 0 && run.errors.contains("2 older recordings removed"), "\(run.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == (others + ["app.20261121-080000.rxtrace"]).sorted())
  }
}
