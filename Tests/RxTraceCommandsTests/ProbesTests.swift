import Foundation
import Glibc
import ProcessInspection
import Testing
import TraceFixtures
import TraceRendering

@testable import RxTraceCommands

@Suite struct ProbesTests {
  @Test func `A real program has the probes that readelf lists`() throws {
    let program = URL(fileURLWithPath: ToolRun.tool).deletingLastPathComponent()
      .appendingPathComponent("logtap").path
    let inventory = try ProbeInventory(path: program)
    let readelf = try ToolRun("/usr/bin/env", ["readelf", "-n", program])
    try #require(readelf.status == 0, "readelf comes with binutils")
    let lines = readelf.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    var expected = [String: Int]()
    var provider = ""
    for line in lines {
      if line.hasPrefix("Provider: ") { provider = String(line.dropFirst(10)) }
      if line.hasPrefix("Name: ") { expected["\(provider):\(line.dropFirst(6))", default: 0] += 1 }
    }
    let found = inventory.probes.map { ("\($0.provider):\($0.name)", $0.sites) }
    #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    #expect(inventory.isWhole)
  }

  @Test func `A real program's libraries are those that ldd names`() throws {
    let ldd = try ToolRun("/usr/bin/env", ["ldd", ToolRun.tool])
    let named = ldd.text.matches(of: #/=> (\/\S+)/#).map { String($0.1) }
    try #require(!named.isEmpty)
    let (found, missing) = LibrarySearch(path: nil).libraries(of: ToolRun.tool)
    func names(_ paths: [String]) -> Set<String> {
      Set(paths.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    }
    #expect(names(found).isSuperset(of: names(named)))
    #expect(missing.isEmpty)
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program with two probes of ours and one of another's.
  private func put(
    _ name: String = "app", runtime: Bool = true, probes: Bool = true, stripped: Bool = false
  ) throws -> String {
    var sample = ELFSample()
    let notes =
      sample.note("racsignal", "next", "8@%rdi 8@%rsi 8@%rdx 8@%rcx")
      + sample.note("racscheduler", "began", "8@%rdi")
      + sample.note("python", "line", "", semaphore: 0)
    if probes { sample.sections += [(".note.stapsdt", 7, notes, 0), (".stapsdt.base", 1, [0], 0)] }
    // The note by which a table of the living is found, and the base, are parts of the program.
    if stripped { sample.sections += [(".note.rxtrace", 7, [0], 0), (".stapsdt.base", 1, [0], 0)] }
    if runtime { sample.sections.append((".strtab", 3, Array("\0rx_probes_are_compiled_in\0".utf8), 0)) }
    try Data(sample.bytes).write(to: folder.file(name))
    // As the kernel names it: the temporary folder may be behind a link.
    let path = try #require(realpath(folder.file(name).path, nil))
    defer { free(path) }
    return String(cString: path)
  }

  @Test func `Our probes are listed with their sites, arguments and semaphores, and a line to paste`() throws
  {
    let path = try put()
    let run = try ToolRun.rxtrace("probes", "app", in: folder.path)
    #expect(
      run.text == """
        \(path)  2 probes

          PROBE               SITES  ARGS  SEMAPHORE
          racscheduler:began      1     1  yes
          racsignal:next          1     4  yes

        To see them fire, as root (Ctrl-C ends it):
          bpftrace -e 'usdt:\(path):rac*:* { @[probe] = count(); }'
          stap -e 'probe process("\(path)").provider("rac*").mark("*") { printf("%s %s\\n", $$name, $$parms) }'
          perf buildid-cache -r \(path) -a \(path); perf probe -q -x \(path) --add 'sdt_rac*:*'; \
        perf stat -e 'sdt_rac*:*' -a

        """)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }

  @Test func `All probes are listed on request`() throws {
    let run = try ToolRun.rxtrace("probes", "--all", put())
    #expect(run.text.contains("  python:line             1     0  no\n"))
    #expect(run.text.contains(":* { @[probe]"))
  }

  @Test func `A path with a space or a quote stays one path in the line to paste`() throws {
    let path = try put("it's \"my\" app")
    let run = try ToolRun.rxtrace("probes", path)
    let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("  bpftrace ") })
    let script = try ToolRun("/bin/bash", ["-c", "bpftrace() { printf %s \"$2\"; }; \(line)"])
    let escaped = path.replacing("\"", with: "\\\"")
    #expect(script.text == "usdt:\"\(escaped)\":rac*:* { @[probe] = count(); }")
  }

  @Test func `A program that has the runtime and no probes is told why`() throws {
    let run = try ToolRun.rxtrace("probes", put(probes: false))
    #expect(run.status == 0)
    #expect(run.text.contains("the package was built where <sys/sdt.h> is missing"))
    #expect(run.text.contains("systemtap-sdt-dev"))
  }

  @Test func `A program whose list of probes was stripped is told so, with or without symbols`() throws {
    for symbols in [false, true] {
      let path = try put(runtime: symbols, probes: false, stripped: true)
      let run = try ToolRun.rxtrace("probes", path)
      #expect(run.status == 0)
      #expect(
        run.text == """
          No probes in \(path): their list, section .note.stapsdt, was stripped.
            Recording works without them: rxtrace record -- \(path)
            For bpftrace and similar tools: build again; strip keeps the list, llvm-strip with --keep-section=.note.stapsdt.

          """)
    }
  }

  @Test func `What is said of a process names its program where that is to be started again`() throws {
    let path = try put("my app", probes: false)
    var text = ""
    ProbeReport(
      inventories: [try ProbeInventory(path: path)], providers: ProbeInventory.ownProviders,
      process: TracedProcess(4711, isElsewhere: false), pen: Pen(page: Page(width: 200))
    ).write(to: &text)
    #expect(text.contains("rxtrace record -- '\(path)'\n"), "\(text)")
    #expect(!text.contains("-- process") && !text.contains("-- 'process"))
  }

  @Test func `A program without the runtime is told what was looked for`() throws {
    let run = try ToolRun.rxtrace("probes", put(runtime: false, probes: false))
    #expect(run.status == 0)
    #expect(run.text.contains("looked for: notes of raccompounddisposable, racscheduler, racsignal"))
  }

  @Test func `What is no program is status 3`() throws {
    try Data("#!/bin/sh\n".utf8).write(to: folder.file("script"))
    for (name, words) in [
      ("script", "it is no program or library"), ("missing", "No such file or directory"),
    ] {
      let run = try ToolRun.rxtrace("probes", name, in: folder.path)
      #expect(run.status == 3)
      #expect(run.errors.hasPrefix("rxtrace: cannot list the probes of "))
      #expect(run.errors.contains(words))
    }
  }

  @Test func `A program of PATH is found by its name`() throws {
    let path = try put("app-on-path")
    let run = try ToolRun(
      ToolRun.tool, ["probes", "app-on-path"],
      environment: ["PATH": "/nowhere:\(folder.path)"], in: "/")
    #expect(run.text.hasPrefix("\(path)  2 probes\n"))
  }

  @Test func `A running process is looked at through what it has mapped`() throws {
    // The tests themselves run the runtime, whose probes are in the program that holds the tests.
    let inventory = try ProbeInventory(path: "/proc/self/exe")
    let run = try ToolRun.rxtrace("probes", "--pid", "\(getpid())", "--all")
    #expect(run.status == 0)
    for probe in inventory.probes { #expect(run.text.contains("  \(probe.provider):\(probe.name) ")) }
    #expect(run.text.contains("bpftrace -p \(getpid()) -e ") || inventory.probes.isEmpty)
  }

  @Test func `A process that is not there is status 3`() throws {
    let run = try ToolRun.rxtrace("probes", "--pid", "4194305")
    #expect(run.status == 3)
    #expect(run.errors == "rxtrace: there is no process 4194305\n")
  }
}
