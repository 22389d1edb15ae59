import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceImport

/// What becomes of a tracer's lines.
@Suite struct TraceImportTests {
  private func imported(
    _ lines: [String], process: UInt32? = nil
  ) throws -> (recording: Recording, records: [TraceRecord], tally: ImportTally) {
    var trace = TraceImport(process: process)
    var bytes: [UInt8] = []
    for line in lines.joined(separator: "\n").utf8.split(separator: 10, omittingEmptySubsequences: false) {
      trace.take(Array(line)[...])
      bytes += trace.drain()
    }
    let (rest, tally) = trace.finish()
    let recording = try Recording(bytes: bytes + rest)
    return (recording, Array(recording.records), tally)
  }

  /// In the order of time; at one moment thread by thread, each thread's in its own order.
  private func ordered(_ records: [TraceRecord]) -> [TraceRecord] {
    records.enumerated().sorted {
      ($0.element.time, $0.element.thread.rawValue, $0.offset)
        < ($1.element.time, $1.element.thread.rawValue, $1.offset)
    }.map(\.element)
  }

  @Test func `every event that a probe can say comes through, with whatever text`() throws {
    let records = Samples.events.enumerated().map { index, event in
      TraceRecord(time: 1_000_000_000_000 + UInt64(index), thread: ThreadID(rawValue: 1), event: event)
    }
    let said = records.filter { TracerLines.bpftrace($0) != nil }
    let (_, found, tally) = try imported([TracerLines.start] + said.compactMap { TracerLines.bpftrace($0) })
    #expect(tally.damaged == 0)
    #expect(found.count == said.count)
    for (found, said) in zip(found, said) { #expect(found.event == asTracersSayIt(said.event)) }
  }

  /// A tracer cannot tell an empty text from none, and shows "" for what it could not read. The probe needs bit 30 of
  /// the traits, which is none, to say that they are said.
  private func asTracersSayIt(_ event: TraceEvent) -> TraceEvent {
    switch event {
    case .subscribed(let id, let downstream, let role, let site) where site.operatorName.isEmpty:
      .subscribed(
        id, downstream: downstream, role: role,
        site: Site(operatorName: "?", file: site.file, line: site.line))
    case .subscribed(let id, let downstream, let role, let site):
      .subscribed(
        id, downstream: downstream, role: role,
        site: Site(
          operatorName: site.operatorName, file: site.file, line: site.line,
          traits: site.traits.subtracting(SiteTraits(rawValue: 1 << 30))))
    case .named(let id, let owner, ""): .named(id, owner: owner, label: nil)
    case .error(let id, let event, let cause, nil): .error(id, event: event, cause: cause, description: "")
    default: event
    }
  }

  @Test func `lines in another order, as processors' buffers are read, give the same forest`() throws {
    let records = Feedd.records()
    let lines = records.compactMap { TracerLines.bpftrace($0) }
    // Each thread's lines stay in their order; between threads they come in long runs.
    var byThread: [[String]] = []
    for thread in Set(records.map(\.thread)) {
      byThread.append(records.filter { $0.thread == thread }.compactMap { TracerLines.bpftrace($0) })
    }
    let shuffled = byThread.flatMap { $0 }
    #expect(shuffled.count == lines.count && shuffled != lines)
    let (recording, found, tally) = try imported([TracerLines.start] + shuffled)
    #expect(ordered(found) == ordered(records))
    #expect(tally.events == records.count && tally.process == 4711)
    #expect(recording.header.processID == 4711)
    #expect(recording.header.startedMonotonic == 1_000_000_000_000)
    #expect(recording.header.startedWallClock == 1_795_246_452_000_000_000)
  }

  @Test func `perf's lines give the records of the same probes`() throws {
    let records = Feedd.records().filter { TracerLines.perf($0) != nil }
    let (recording, found, tally) = try imported(records.compactMap { TracerLines.perf($0) })
    #expect(ordered(found) == ordered(records))
    #expect(tally.damaged == 0)
    #expect(recording.header.startedWallClock == 0)
    #expect(!recording.header.kinds.contains(.scheduling))
  }

  @Test func `what perf's own definition cannot say is unknown`() throws {
    let records = Feedd.records().filter { TracerLines.plainPerf($0) != nil }
    let (recording, found, tally) = try imported(records.compactMap { TracerLines.plainPerf($0) })
    #expect(tally.damaged == 0 && tally.process == nil && recording.header.processID == 0)
    #expect(found.count == records.count)
    for (found, said) in zip(ordered(found), ordered(records)) {
      guard case .subscribed(let id, let downstream, let role, let site) = said.event else { continue }
      let unknown = Site(operatorName: "?", file: "?", line: site.line, traits: site.traits)
      #expect(found.event == .subscribed(id, downstream: downstream, role: role, site: unknown))
    }
  }

  @Test func `an operator that says it is nothing is not known by its name`() throws {
    let words: [UInt64] = [0, 1 << 62, UInt64(SiteTraits.keptConnection.rawValue) << 32 | 1 << 62]
    let found = try imported(
      words.enumerated().map { index, word in
        "10\(index)\t1\t50\tsubscribed\t\(index + 1)\t0\t\(word)\t3\tshare\tA/B.swift\t."
      })
    let sites = found.records.compactMap { record -> Site? in
      guard case .subscribed(_, _, Role(.source), let site) = record.event else { return nil }
      return site
    }
    let share = SiteTraits(operatorName: "share")
    #expect(!share.isEmpty && sites.map(\.traits) == [share, [], .keptConnection])
  }

  @Test func `a thread that sends nothing is not known, one that sends later is`() throws {
    let event = EventID(thread: ThreadID(rawValue: 7), sequence: 1).rawValue
    let found = try imported([
      "100\t1\t50\tsubscribed\t1\t0\t0\t3\tjust\tA/B.swift\t.",
      "101\t1\t51\tsubscribed\t2\t0\t0\t3\tjust\tA/B.swift\t.",
      "102\t1\t50\tnext\t1\t\(event)\t0",
    ]).records
    #expect(found.map(\.thread.rawValue) == [7, 0, 7])
  }

  @Test func `between two threads that had one number in the kernel nobody is named`() {
    var numbers = ThreadNumbers()
    numbers.add(ThreadID(rawValue: 3), of: 50, at: 100)
    numbers.add(ThreadID(rawValue: 3), of: 50, at: 200)
    numbers.add(ThreadID(rawValue: 9), of: 50, at: 300)
    #expect([50, 150, 250, 300, 900].map { numbers.thread(of: 50, at: $0).rawValue } == [3, 3, 0, 9, 9])
    #expect(numbers.thread(of: 51, at: 100) == ThreadNumbers.unknown)
  }

  @Test func `what the tracer lost lies between the lines around its word`() throws {
    let (_, found, tally) = try imported([
      "100\t1\t50\treleased\t1", "200\t1\t50\treleased\t2", "Lost 17 events",
      "WARNING: There were 3 transport failures. Try stap -s to increase the buffer size from 16.",
      "300\t1\t50\treleased\t3",
    ])
    #expect(found.map(\.event).contains(.lost(count: 20, since: 200)))
    #expect(found.map(\.time) == [100, 200, 300, 300])
    #expect(tally.lost == 20 && tally.events == 3)
  }

  @Test func `leaks are found where values were only counted, and how many there were is known`() throws {
    let lines = Feedd.records().filter { record in
      if case .next = record.event { false } else { true }
    }.compactMap { TracerLines.bpftrace($0) }
    let left = ["@values[4711, 9]: 11", "@values[4712, 9]: 500", "@values[x]: 3"]
    let counted = "1000000000000\t4711\t50\tvalues\t9\t8"
    let (recording, _, tally) = try imported(
      [TracerLines.start, "rxtrace-lines-of\tlifecycle"] + lines + [counted] + left)
    #expect(tally.damaged == 0 && !recording.header.kinds.contains(.next))
    let forest = Forest(reading: recording)
    #expect(forest.lacksValues)
    #expect(forest[SubscriptionID(9)!]?.values == 19)
    #expect(!Verdicts(forest).leaks.isEmpty)
  }

  @Test func `of two processes one is imported, the first or the one that is asked for`() throws {
    let lines = ["100\t1\t50\treleased\t1", "200\t2\t60\treleased\t2", "300\t2\t60\treleased\t3"]
    let first = try imported(lines)
    #expect(first.records.map(\.event) == [.released(Samples.id(1))])
    #expect(first.tally.others == [2: 2])
    let second = try imported(lines, process: 2)
    #expect(second.records.count == 2)
    #expect(second.tally.others == [1: 1])
  }

  @Test func `a value's two probes make one record`() throws {
    let event = EventID(thread: ThreadID(rawValue: 1), sequence: 1).rawValue
    let other = EventID(thread: ThreadID(rawValue: 1), sequence: 2).rawValue
    let found = try imported([
      "100\t1\t50\tnext\t1\t\(event)\t0", "101\t1\t50\tnext__value\t1\t\(event)\t0\tforty\ttwo\t.",
      "102\t1\t50\tnext\t1\t\(other)\t0",
    ]).records
    #expect(found.map(\.time) == [100, 102])
    guard case .next(_, _, _, "forty\ttwo") = found.first?.event else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a text may hold lines; one whose end is missing costs itself alone`() throws {
    let (_, found, tally) = try imported([
      "100\t1\t50\tmark\t1099511627777\tone", "two\t.", "Attaching 21 probes...",
      "200\t1\t50\tmark\t1099511627778\tcut", "300\t1\t50\treleased\t3", "what a program prints itself",
    ])
    #expect(found.map(\.time) == [100, 300])
    guard case .mark(_, "one\ntwo") = found.first?.event else {
      Issue.record("\(found)")
      return
    }
    #expect(tally.damaged == 1 && tally.firstDamaged == 5)
  }

  @Test func `no line, however damaged, does more than be left out`() throws {
    var generator = SeededRandom(seed: SeededRandom.seedOfRun)
    let good = Feedd.records().compactMap { TracerLines.bpftrace($0) }.map { Array($0.utf8) }
    let perf = Feedd.records().compactMap { TracerLines.perf($0) }.map { Array($0.utf8) }
    // Else the first line says whose events are taken, and that line may be damaged, too.
    var trace = TraceImport(process: 4711)
    for _ in 0..<30_000 {
      var line = (Bool.random(using: &generator) ? good : perf).randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: line.remove(at: place)
        case 2: line.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
        default: line.removeLast(line.count - place)
        }
      }
      trace.take(line[...])
    }
    let (bytes, tally) = trace.finish()
    let recording = try Recording(bytes: bytes)
    let seed: Comment = "RXTRACE_SEED=\(SeededRandom.seedOfRun)"
    #expect(tally.events > 1000, seed)
    #expect(recording.damage.isEmpty, seed)
    // Whatever it holds by now, it can be analysed.
    _ = Forest(reading: recording)
  }

  @Test func `an import of any length keeps to a window`() throws {
    var trace = TraceImport()
    var written = 0
    for index in 0..<(3 * TraceImport.window) {
      trace.take(Array("\(index)\t1\t50\treleased\t\(index + 1)".utf8)[...])
      written += trace.drain().count
    }
    #expect(written > 0)
    let (_, tally) = trace.finish()
    #expect(tally.events == 3 * TraceImport.window)
  }

  @Test func `the importer knows the probes as the provider files define them`() throws {
    let defined = try ProviderFiles.probes()
    #expect(Set(defined.keys) == Set(ProbeSignature.all.map { "\($0.provider):\($0.name)" }))
    for signature in ProbeSignature.all {
      let parameters = signature.parameters.map { ($0.isText ? "*" : "") + $0.name }
      #expect(parameters == defined["\(signature.provider):\(signature.name)"])
    }
  }
}
