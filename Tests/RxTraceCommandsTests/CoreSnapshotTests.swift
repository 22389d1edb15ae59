import Foundation
import Glibc
import Testing
import TraceFixtures

/// `rxtrace snapshot --core`.
@Suite struct CoreSnapshotTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], _ name: String = "app.core") throws {
    try Data(bytes).write(to: folder.file(name))
  }

  private func snapshot(_ options: String..., of name: String = "app.core") throws -> ToolRun {
    try ToolRun(ToolRun.tool, ["snapshot", "--core", name] + options, in: folder.path)
  }

  /// Expects status 3, no answer, and this line.
  private func expect(_ words: String, of name: String = "app.core") throws {
    let run = try snapshot(of: name)
    let line = run.errors.split(separator: "\n").first.map(String.init) ?? ""
    #expect(run.status == 3 && run.output.isEmpty, "\(name): \(run.errors)\(run.text)")
    #expect(line.hasPrefix("rxtrace: ") && line.contains(words), "\(name): \(line)")
  }

  @Test func `A core shows trees, call sites and owners, and says what it cannot tell`() throws {
    try write(CoreSample(subscriptions: 7).bytes)
    let tree = try snapshot()
    #expect(tree.status == 0 && tree.errors.isEmpty, "\(tree.errors)")
    #expect(tree.text.hasPrefix("app  pid 4711  snapshot"), "\(tree.text)")
    #expect(tree.text.contains("alive, by call site: 7") && tree.text.contains("a.swift:17"), "\(tree.text)")
    #expect(tree.text.contains("ages end when the newest subscription began"), "\(tree.text)")
    #expect(tree.text.contains("3 subscriptions without an operator or a file"), "\(tree.text)")
    #expect(tree.text.contains("not read: /bin/app: No such file or directory"), "\(tree.text)")
    let sites = try snapshot("--by", "site").text
    #expect(sites.hasPrefix("app  pid 4711  snapshot  7 alive\n") && sites.contains("6.000 s"), "\(sites)")
    #expect(try snapshot("--by", "owner").text.contains("alive, by owner: 7"))
    let filtered = try snapshot("--name", "map").text
    #expect(filtered.contains("asked for 4"), "\(filtered)")
  }

  @Test func `A core is written as JSON, as a graph, as a page and as a recording`() throws {
    try write(CoreSample(subscriptions: 7).bytes)
    let json = try snapshot("--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any], "\(json.errors)")
    let sites = try #require(report["sites"] as? [[String: Any]])
    #expect(sites.compactMap { $0["alive"] as? Int } == [4, 3])
    #expect(sites.first?["oldest_ns"] as? Int == 6_000_000_000)
    #expect(json.errors.contains("rxtrace: ages end when the newest subscription began"), "\(json.errors)")
    #expect(try snapshot("--format", "dot").text.hasPrefix("digraph"))
    #expect(try snapshot("--format", "html").text.hasPrefix("<!DOCTYPE html>"))
    #expect(try snapshot("--recording", "now.rxtrace").status == 0)
    let info = try ToolRun(ToolRun.tool, ["info", "now.rxtrace"], in: folder.path)
    #expect(
      info.status == 0 && info.text.contains("a snapshot: subscriptions alive at its end"), "\(info.text)")
  }

  @Test func `Files that are no cores, or not of such a process, get one line each`() throws {
    func put(_ name: String, _ change: (inout CoreSample) -> Void) throws {
      var sample = CoreSample()
      change(&sample)
      try write(sample.bytes, name)
    }
    try write(Array("hello".utf8), "text")
    try expect("text is no core file (no ELF file)", of: "text")
    try write([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3], "core.zst")
    try expect("core.zst is compressed; unpack it first: zstd -d core.zst", of: "core.zst")
    try expect("is no core file but a program, a library or an object", of: ToolRun.tool)
    try put("narrow") { $0.wordSize = 1 }
    try expect("narrow is of a program with 32 bits; name a core of x86-64 or arm64", of: "narrow")
    try put("riscv") { $0.processor = 243 }
    try expect("riscv is of another processor (number 243)", of: "riscv")
    try put("swapped") { $0.byteOrder = 2 }
    try expect("swapped is of a machine with another byte order", of: "swapped")
    mkdir(folder.file("folder").path, 0o755)
    try expect("cannot read folder: it is a folder; name a core file in it", of: "folder")
    mkfifo(folder.file("pipe").path, 0o600)
    try expect("cannot read pipe: it is no ordinary file", of: "pipe")
    try expect("cannot read none: No such file or directory", of: "none")
    try write(Array(CoreSample().bytes.prefix(150)), "headers")
    try expect("headers ends before its own headers say", of: "headers")
    try write(Array(CoreSample().bytes.prefix(2000)), "cut")
    try expect("cut is cut off, and lacks the table of living subscriptions: it has 2 KiB of", of: "cut")
    try put("left") { $0.memory.removeLast() }
    try expect("left lacks the memory with the table of living subscriptions", of: "left")
    #expect(try snapshot(of: "left").errors.contains("echo 0x3f > /proc/PID/coredump_filter"))
    try put("without") { $0.mappings?.removeLast(2) }
    try expect("without has no table of living subscriptions", of: "without")
    try put("unlisted") { $0.mappings = nil }
    try expect("unlisted does not list the mapped files (NT_FILE)", of: "unlisted")
    try put("newer") { $0.memory[1].bytes[0] = 2 }
    try expect("the table in newer has the form 2, which this version does not know", of: "newer")
  }

  @Test func `A core that is cut behind some of the table shows these, and says so`() throws {
    try write(Array(CoreSample(subscriptions: 9).bytes.dropLast(200)))
    let run = try snapshot()
    #expect(run.status == 0 && run.text.contains("alive, by call site: 6"), "\(run.text)\(run.errors)")
    #expect(run.text.contains("the core is cut off: it has"), "\(run.text)")
    #expect(
      run.text.contains("up to 3 subscriptions missing: the core lacks parts of the table"), "\(run.text)")
  }

  @Test func `A core is one process: it goes with no other`() throws {
    try write(CoreSample().bytes)
    for options in [["--pid", "1"], ["--all"]] {
      let run = try ToolRun(ToolRun.tool, ["snapshot", "--core", "app.core"] + options, in: folder.path)
      #expect(run.status == 64 && run.errors.contains("leave out \(options[0])"), "\(run.errors)")
    }
  }
}
