import Glibc
import Testing
import TraceFormat

@Suite("The recorder")
struct RecorderTests {
  let folder = TemporaryFolder()

  @Test func `records every kind of event as it was reported`() throws {
    let outcome = RecordedProgram.run(
      ["every"], ["RXTRACE": "every.rxtrace", "RXTRACE_VALUES": "50"], in: folder)
    #expect(outcome.status == 0)
    let recording = try Recording.open(folder.file("every.rxtrace"))
    #expect(recording.isSealed)
    #expect(recording.damage.isEmpty)
    let records = Array(recording.records)
    #expect(recording.timeRange.upperBound > records.last!.time, "until it was sealed")
    #expect(Set(records.map(\.thread)) == [ThreadID(rawValue: 1)])

    func id(_ number: UInt64) -> SubscriptionID { SubscriptionID(number)! }
    func event(_ sequence: UInt64) -> EventID { EventID(thread: ThreadID(rawValue: 1), sequence: sequence) }
    let (first, work, otherWork) = (records.firstSubscription, records.work(0), records.work(1))
    let (root, map, inner) = (id(first), id(first + 1), id(first + 2))
    let expected: [TraceEvent] = [
      .subscribed(
        root, downstream: nil, role: Role(.source),
        site: Site(operatorName: "subscribe", file: "App/Main.swift", line: 9)),
      .subscribed(
        map, downstream: root, role: Role(.source),
        site: Site(operatorName: "map", file: "App/Main.swift", line: 8)),
      .subscribed(
        inner, downstream: map, role: Role(.inner, number: 2),
        site: Site(operatorName: "flatMap", file: "App/Feed.swift", line: 70_000, traits: .flattens)),
      .named(root, owner: OwnerID(5), label: "prices"),
      .named(root, owner: nil, label: "a\u{1b}[31m\"<é>"),
      .named(root, owner: OwnerID(6), label: nil),
      .next(map, event: event(1), cause: nil, value: "41"),
      .next(root, event: event(2), cause: event(1), value: "42"),
      .dropped(map, .completed),
      .overlap(map, other: ThreadID(rawValue: 77)),
      .handleReleased(inner),
      .error(inner, event: event(3), cause: nil, description: "no connection"),
      .completed(map, event: event(4), cause: nil),
      .disposed(map, event: event(5), cause: nil, reason: .terminated),
      .disposed(inner, event: event(6), cause: nil, reason: .replaced),
      .released(inner),
      .connected(connection: 8, source: map, subscribers: 3),
      .disconnected(connection: 8, source: nil, subscribers: 0),
      .mark(event(7), text: "after close"),
      .childAdded(OwnerID(5)!, child: 70, total: 4),
      .childRemoved(OwnerID(5)!, child: 70, total: 3),
      .ownerDisposed(OwnerID(5)!, children: 3),
      .scheduled(work: work, scheduler: 3, cause: nil, delay: 5_000_000, name: "main"),
      .workBegan(work: work, scheduler: 3, name: "main"),
      .mark(event(8), text: "at work"),
      .workEnded(work: work, scheduler: 3, name: "main"),
      .scheduled(work: otherWork, scheduler: 3, cause: nil, delay: 0, name: "main"),
      .workCancelled(work: otherWork, scheduler: 3, name: "main"),
    ]
    for (record, event) in zip(records, expected) { #expect(record.event == event) }
    #expect(records.count == expected.count)
  }

  @Test func `keeps the command line only when asked: it may hold what nobody should read`() throws {
    let line = ["every", "--password=secret"]
    for (name, asked) in [("plain", [:]), ("asked", ["RXTRACE_ARGUMENTS": "1"])]
      as [(String, [String: String])]
    {
      _ = RecordedProgram.run(line, ["RXTRACE": name].merging(asked) { $1 }, in: folder)
    }
    #expect(try Recording.open(folder.file("plain")).header.arguments == [RecordedProgram.path])
    #expect(try Recording.open(folder.file("asked")).header.arguments == [RecordedProgram.path] + line)
    #expect(RecordedProgram.shell("grep -c secret '\(folder.file("plain"))'").output == "0\n")
  }

  @Test func `says what it recorded: the program, the machine, the clock, the values`() throws {
    let before = now(CLOCK_MONOTONIC)
    _ = RecordedProgram.run(
      ["every", "b c", ""],
      [
        "RXTRACE": "h.rxtrace", "RXTRACE_VALUES": "50", "RXTRACE_ARGUMENTS": "1",
        "RXTRACE_LABELS": "region=eu,version=2.4",
      ], in: folder)
    let recording = try Recording.open(folder.file("h.rxtrace"))
    let header = recording.header
    #expect(header.program == RecordedProgram.path)
    #expect(header.arguments == [RecordedProgram.path, "every", "b c", ""])
    #expect(header.processID > 1)
    let notes = RecordedProgram.shell("readelf -n '\(RecordedProgram.path)' | sed -n 's/.*Build ID: //p'")
      .output
    #expect(header.buildID.map { hexadecimal($0) }.joined() + "\n" == notes)
    #expect(header.bootID + "\n" == RecordedProgram.contents("/proc/sys/kernel/random/boot_id"))
    #expect(header.host + "\n" == RecordedProgram.contents("/proc/sys/kernel/hostname"))
    #expect(header.valueLimit == 50)
    #expect(header.kinds == .all)
    #expect(!header.runtimeVersion.isEmpty)
    let cost = try #require(header.eventCost)
    #expect((1...1_000_000_000).contains(cost))
    #expect(header.labels == [.init(name: "region", value: "eu"), .init(name: "version", value: "2.4")])
    #expect((before...now(CLOCK_MONOTONIC)).contains(header.startedMonotonic))
    #expect(now(CLOCK_REALTIME) - header.startedWallClock < 600_000_000_000)
    for record in recording.records { #expect((before...now(CLOCK_MONOTONIC)).contains(record.time)) }
    let probes = RecordedProgram.shell("readelf -n '\(RecordedProgram.path)' | grep -c stapsdt").output
    #expect(header.hasProbes == (probes != "0\n"))
  }

  @Test func `records lives alone when asked to, and says what it left out`() throws {
    _ = RecordedProgram.run(["every"], ["RXTRACE": "all.rxtrace"], in: folder)
    _ = RecordedProgram.run(
      ["every"], ["RXTRACE": "l.rxtrace", "RXTRACE_EVENTS": "lives", "RXTRACE_VALUES": "9"], in: folder)
    let all = try Recording.open(folder.file("all.rxtrace"))
    let lives = try Recording.open(folder.file("l.rxtrace"))
    func kinds(_ recording: Recording, values: Bool) -> Int {
      recording.records.reduce(0) {
        if case .next = $1.event { $0 + (values ? 1 : 0) } else { $0 + (values ? 0 : 1) }
      }
    }
    #expect(kinds(all, values: true) > 0 && kinds(lives, values: true) == 0)
    #expect(kinds(all, values: false) == kinds(lives, values: false))
    #expect(lives.header.kinds == RecordingHeader.Kinds.all.subtracting(.next))
    #expect(lives.header.valueLimit == nil)
    #expect(all.header.kinds == .all && lives.lostCount == 0)
  }

  private func now(_ clock: clockid_t) -> UInt64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }

  @Test(arguments: [nil, 7, 40, 100_000])
  func `leaves out values unless they are asked for, and cuts what is long`(limit: Int?) throws {
    let values = limit.map { ["RXTRACE_VALUES": "\($0)"] } ?? [:]
    _ = RecordedProgram.run(["texts"], ["RXTRACE": "t.rxtrace"].merging(values) { $1 }, in: folder)
    let recording = try Recording.open(folder.file("t.rxtrace"))
    #expect(recording.damage.isEmpty && recording.lostCount == 0 && recording.recordCount == 25)
    let cut = { (text: String, limit: Int) in
      guard text.utf8.count > limit else { return text }
      var kept = text.unicodeScalars
      while String(kept).utf8.count > limit - 3 {
        kept.removeLast(max(1, (String(kept).utf8.count - limit + 3) / 4))
      }
      return String(kept) + "…"
    }
    let texts = [
      "", "plain", "\u{1b}[31mred\u{1b}[0m \"quoted\" <b>&amp; \0 \r\n", String(repeating: "é", count: 9000),
      String(repeating: "長", count: 33), String(decoding: [0xff, 0xfe, 0x41], as: UTF8.self),
    ]
    var index = 0
    for record in recording.records {
      switch record.event {
      case .next(_, _, _, let value): #expect(value == limit.map { cut(texts[index], min($0, 16_384)) })
      case .error(_, _, _, let text): #expect(text == cut(texts[index], 4096))
      case .named(_, _, let text): #expect(text == cut(texts[index], 4096))
      case .mark(_, let text):
        #expect(text == cut(texts[index], 4096))
        index += 1
      default: break
      }
    }
    #expect(index == texts.count)
  }

  @Test func `allocates nothing for an event, nor for a chunk that is written out`() throws {
    let outcome = RecordedProgram.run(["allocations", "50000"], ["RXTRACE": "a.rxtrace"], in: folder)
    #expect(["0\n", "not counted: a sanitizer is at work\n"].contains(outcome.output))
    let recording = try Recording.open(folder.file("a.rxtrace"))
    #expect(recording.chunks.filter { $0.kind == .lifecycle }.count > 3)
    #expect(recording.chunks.filter { $0.kind == .values }.count > 3)
    #expect(recording.recordCount == 2 + 5 * 50_010)
  }

  // It may be that of a signal handler.
  @Test func `the first event of a thread takes no memory from malloc`() throws {
    let outcome = RecordedProgram.run(["first-events", "40"], ["RXTRACE": "f.rxtrace"], in: folder)
    #expect(["0\n", "not counted: a sanitizer is at work\n"].contains(outcome.output), "\(outcome)")
    let recording = try Recording.open(folder.file("f.rxtrace"))
    #expect(recording.isSealed && recording.recordCount == 2 + 40)
  }

  @Test func `uses none of the program's descriptors, not even while it begins`() throws {
    let outcome = RecordedProgram.run(["no-descriptors"], ["RXTRACE": "n.rxtrace"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let recording = try Recording.open(folder.file("n.rxtrace"))
    #expect(recording.isSealed && recording.recordCount > 0)
    let bootID = RecordedProgram.contents("/proc/sys/kernel/random/boot_id").filter { !$0.isNewline }
    #expect(recording.header.bootID == bootID && !bootID.isEmpty)
  }
}

extension [TraceRecord] {
  fileprivate var firstSubscription: UInt64 {
    for record in self { if case .subscribed(let id, _, _, _) = record.event { return id.rawValue } }
    return 0
  }

  /// The number of the work that was scheduled as the `index`th.
  fileprivate func work(_ index: Int) -> UInt64 {
    let scheduled = compactMap { record in
      if case .scheduled(let work, _, _, _, _) = record.event { work } else { nil }
    }
    return scheduled.count > index ? scheduled[index] : 0
  }
}
