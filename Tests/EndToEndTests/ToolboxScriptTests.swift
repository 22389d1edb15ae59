import Foundation
import Testing

/// Each script of `probes/` against numbers that are known beforehand.
@Suite(.serialized, .enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ToolboxScriptTests {
  static let file = "ProbedProgram/Chains.swift"

  @Test func `rxnexts counts every value of two processes at once`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(
      run.program, ["chains", "roots=7", "values=101", "completed=2", "children=1", "wait=1"])
    try target.wait(for: "ready")
    let tracer = try run.attach(
      [ToolboxRun.script("rxnexts.bt"), run.program], to: target, probes: ["racsignal:next"])
    target.tell()
    try target.finish()
    let maps = PrintedMaps(try tracer.end().output)
    // Every second value passes the filter. The child process does the same.
    #expect(maps.sum(of: "PublishSubject") == 2 * 7 * 101)
    #expect(maps.sum(of: "map") == 2 * 7 * 101)
    #expect(maps.sum(of: "filter") == 2 * 7 * 50)
    #expect(maps.sum(of: "subscribe") == 2 * 7 * 50)
    #expect(maps.entries.allSatisfy { $0.keys[1] == Self.file && $0.keys[2] != "0" })
  }

  @Test func `rxlife prints every subscription that ends, with its values and its reason`() throws {
    let run = try ToolboxRun()
    let output = try run.trace(
      "rxlife.bt", "chains roots=29 values=11 completed=3 failed=5 disposed=7 bagged=2"
    ).output
    var ends: [String: Int] = [:]
    var nexts: [String: Int] = [:]
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: " ")
      guard columns.count == 8, Int(columns[1]) != nil, let values = Int(columns[5]) else { continue }
      ends["\(columns[3]) \(columns[6])", default: 0] += 1
      nexts[String(columns[3]), default: 0] += values
      #expect(Double(columns[4]) != nil && columns[7].hasPrefix("\(Self.file):"))
    }
    // What completes and what fails is terminated; three operators and a root each.
    for signal in ["PublishSubject", "map", "filter", "subscribe"] {
      #expect(ends["\(signal) terminated"] == 3 + 5, "\(signal)")
      let each = ["PublishSubject", "map"].contains(signal) ? 11 : 5
      #expect(nexts[signal] == 17 * each)
    }
    #expect(ends["subscribe explicit"] == 7)
    #expect(ends["subscribe owner"] == 2)
    #expect(ends["map downstream"] == 7 + 2)
    let all = ends.values.reduce(0, +)
    #expect(all == 4 * 17)
  }

  @Test func `rxlatency times every value of an operator, and the slow one is slow`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("rxlatency.bt", "slow values=101 microseconds=300").output
    let samples = PrintedMaps.histograms(output)
    #expect(samples == ["us[scan]": 101, "us[subscribe]": 101])
    // No value can take less than the closure does: no bucket below 256 microseconds.
    #expect(try #require(PrintedMaps.lowestBucket(of: "us[scan]", in: output)) >= 256)
  }

  @Test func `rxleaks counts what lives longer than a second, and takes back what ends later`() throws {
    let run = try ToolboxRun()
    let signals = ["PublishSubject", "map", "filter", "subscribe"]
    var maps = PrintedMaps("")
    func counts(_ signal: String) -> [PrintedMaps.Entry] { maps.entries.filter { $0.keys[1] == signal } }
    // bpftrace reads what it prints when it comes to it: on a busy machine seconds after the script said so, when some
    // have ended already. Then the program waits for longer.
    for milliseconds in [6000, 20_000, 60_000] {
      let scenario = "leaks left=13 ended=29 milliseconds=\(milliseconds) late=5"
      maps = PrintedMaps(try run.trace("rxleaks.bt", scenario, parameters: ["1"]).output)
      if signals.allSatisfy({ counts($0).map(\.value).max() == 13 }) { break }
    }
    for signal in signals {
      #expect(counts(signal).map(\.value).max() == 13, "\(signal)")
      #expect(counts(signal).last?.value == 13 - 5, "\(signal)")
      #expect(counts(signal).allSatisfy { $0.keys[2] == Self.file })
    }
  }

  @Test func `rxgrowth names the disposable that only grows, and no other`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("rxgrowth.bt", "owners grown=17 balanced=11 disposed=5").output
    let holds = output.matches(of: /@holds\[\d+, \d+\]: \((\d+), ([^,]*), (\d+)\)/)
    #expect(holds.count == 1)
    #expect(holds.first?.output.1 == "17")
    #expect(holds.first?.output.2 ?? "" == Self.file)
    #expect(holds.first?.output.3 ?? "0" != "0")
  }

  @Test func `rxevents prints every event, and values as the program describes them`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("rxevents.bt", "chains roots=3 values=13 completed=1 failed=1").output
    var events: [String: Int] = [:]
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: true)
      guard columns.count >= 6, Int(columns[1]) != nil else { continue }
      let value = columns.dropFirst(6).map { " " + $0.trimmingCharacters(in: .whitespaces) }.joined()
      events["\(columns[4]) \(columns[5])\(value)", default: 0] += 1
    }
    #expect(events["PublishSubject next 12"] == 3)
    #expect(events["map next 13"] == 3)
    #expect(events["filter next 12"] == 3)
    #expect(events["filter next 13"] == nil)
    #expect(events["subscribe error no connection"] == 1)
    #expect(events["subscribe completed"] == 1)
    let all = events.values.reduce(0, +)
    #expect(all == 3 * (13 + 13 + 6 + 6) + 4 + 4)
  }

  @Test func `rxsched times every piece of work, and counts what never began`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("rxsched.bt", "work fast=101 slow=7 cancelled=5 milliseconds=9").output
    let samples = PrintedMaps.histograms(output)
    #expect(samples["late_us[fast]"] == 101)
    #expect(samples["ran_us[fast]"] == 101)
    #expect(samples["late_us[slow]"] == 7)
    #expect(samples["ran_us[slow]"] == 7)
    #expect(PrintedMaps(output).sum(of: "slow") == 5)
    #expect(try #require(PrintedMaps.lowestBucket(of: "late_us[slow]", in: output)) >= 8 << 10)
  }

  @Test func `rxerrors prints an error once, where it began`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("rxerrors.bt", "errors failed=13 values=3").output
    let printed = output.matches(of: /(?m)^\d\d:\d\d:\d\d \d+ +\d+ +PublishSubject +\S+:\d+: (.*)$/)
    #expect(printed.count == 13)
    #expect(printed.filter { $0.output.1 == "no connection" }.count == 7)
    #expect(output.matches(of: #/(?m)^\d\d:\d\d:\d\d \d/#).count == 13)
    let maps = PrintedMaps(output)
    #expect(maps.sum(of: "no connection") == 7)
    #expect(maps.sum(of: "not found") == 6)
  }

  @Test func `rxstacks counts values by the function that sends them, attached to a running process`() throws
  {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["stacks", "often=89", "seldom=13", "wait=1", "linger=1"])
    try target.wait(for: "ready")
    let tracer = try run.attach(
      ["-p", "\(target.pid)", ToolboxRun.script("rxstacks.bt"), "*"], to: target,
      probes: ["racsignal:next", "racsignal:subscribed"])
    target.tell()
    try target.wait(for: "done")
    let output = try tracer.end().output
    try target.finish()
    var counts: [String: Int] = [:]
    for match in output.matches(of: /(?s)@nexts\[(.*?)\]: (\d+)/) {
      // The kernel walks one stack at a time on a processor: of a second one bpftrace shows nothing but the count.
      let name = ["sendOften", "sendSeldom"].first { match.output.1.contains($0) } ?? "unknown"
      counts[name, default: 0] += Int(match.output.2) ?? 0
    }
    let unknown = counts.removeValue(forKey: "unknown") ?? 0
    #expect(unknown < 89 + 13 && counts.values.reduce(unknown, +) == 89 + 13, "\(output)")
    #expect(counts["sendOften", default: 0] <= 89 && counts["sendSeldom", default: 0] <= 13, "\(output)")
  }

  @Test func `record prints a line for each firing of each probe`() throws {
    let run = try ToolboxRun()
    let output = try run.trace("record.bt", "kinds times=7").output
    var lines: [String: Int] = [:]
    for line in output.split(separator: "\n") {
      let fields = line.components(separatedBy: "\t")
      if fields.count > 3, UInt64(fields[0]) != nil { lines[fields[3], default: 0] += 1 }
    }
    let once = [
      "named", "dropped", "overlap", "handle__released", "error", "completed", "connected", "disconnected",
      "joined", "mark", "added", "removed", "owner__disposed", "began", "ended", "cancelled",
    ]
    for kind in once { #expect(lines[kind] == 7, "\(kind)") }
    #expect(lines["next"] == 2 * 7)
    #expect(lines["scheduled"] == 2 * 7)
    for kind in ["subscribed", "disposed", "released"] { #expect(lines[kind] == 3 * 7, "\(kind)") }
    #expect(lines["process"] == 1)
    #expect(lines.count == once.count + 6)
    #expect(output.contains("probes...\nrxtrace-lines\t1\t"))
  }

  static let scripts =
    (try? FileManager.default.contentsOfDirectory(atPath: ToolboxRun.script("")))?
    .filter { $0.hasSuffix(".bt") && !ofTheRuntime.contains($0) }.sorted() ?? []
  /// These look at the Swift runtime, and not at our probes: see `StreamTests`.
  static let ofTheRuntime = ["streams.bt", "tasks.bt"]

  @Test(arguments: ofTheRuntime)
  func `a script for any program says how it is used, in lines that fit a terminal`(name: String) throws {
    let text = try String(contentsOfFile: ToolboxRun.script(name), encoding: .utf8)
    #expect(text.hasPrefix("#!/usr/bin/env bpftrace\n/*\n * \(name.dropLast(3))  "))
    #expect(text.contains(" * USAGE: bpftrace -p PID \(name) LIBRARY [PID]\n"))
    for line in text.split(separator: "\n") {
      let width = line.reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
      #expect(width <= 80, "\(name): \(line)")
    }
  }

  @Test(arguments: ofTheRuntime)
  func `a script for any program leaves other processes out at each of its probes`(name: String) throws {
    let lines = try String(contentsOfFile: ToolboxRun.script(name), encoding: .utf8).components(
      separatedBy: "\n")
    let probes = lines.indices.filter { lines[$0].hasPrefix("uprobe:") || lines[$0].hasPrefix("uretprobe:") }
    #expect(probes.count >= 5)
    for probe in probes { #expect(lines[probe + 1] == "/$2 == 0 || pid == $2/", "\(lines[probe])") }
    // bpftrace attaches the last one first: nobody is seen to begin before all else is seen.
    #expect(lines[probes[0]] == "uretprobe:$1:swift_task_create_common")
  }

  @Test func `there are eleven scripts`() { #expect(Self.scripts.count == 11) }

  @Test(arguments: scripts)
  func `a script says how it is used, in lines that fit a terminal`(name: String) throws {
    let text = try String(contentsOfFile: ToolboxRun.script(name), encoding: .utf8)
    let word = String(name.dropLast(3))
    #expect(text.hasPrefix("#!/usr/bin/env bpftrace\n/*\n * \(word)  "))
    #expect(text.contains(" * USAGE: bpftrace \(name) PATH"))
    for line in text.split(separator: "\n") {
      let width = line.reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
      #expect(width <= 80, "\(name): \(line)")
    }
  }

  @Test(arguments: ofTheRuntime)
  func `a script for any program has an example, and is in the table of questions`(name: String) throws {
    let word = String(name.dropLast(3))
    let example = try String(contentsOfFile: ToolboxRun.script("\(word)_example.txt"), encoding: .utf8)
    #expect(example.hasPrefix("\(word): "))
    #expect(
      example.contains("\n# bpftrace ") && example.contains(" \(name) ") && example.contains("\nAttaching "))
    #expect(example.split(separator: "\n").allSatisfy { $0.count <= 110 })
    let page = try String(contentsOfFile: ToolboxRun.script("README.md"), encoding: .utf8)
    #expect(
      page.contains("[`\(name)`](\(name)) ([example](\(word)_example.txt)) | [`\(word).stp`](\(word).stp) |"))
  }

  @Test(arguments: scripts)
  func `a script has an example that shows it at work, and is in the table of questions`(name: String) throws
  {
    let word = String(name.dropLast(3))
    let example = try String(contentsOfFile: ToolboxRun.script("\(word)_example.txt"), encoding: .utf8)
    #expect(example.hasPrefix("\(word): "))
    #expect(
      example.contains("\n# bpftrace ") && example.contains(" \(name)") && example.contains("\nAttaching "))
    #expect(example.split(separator: "\n").allSatisfy { $0.count <= 110 })
    let page = try String(contentsOfFile: ToolboxRun.script("README.md"), encoding: .utf8)
    #expect(
      page.contains("[`\(name)`](\(name)) ([example](\(word)_example.txt)) | [`\(word).stp`](\(word).stp) |"))
  }
}
