import Foundation
import Testing

/// What happens to a program while tracers come, go, are several, and are killed.
@Suite(.serialized, .enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ToolboxTracerTests {
  /// Counts values by operator, and says once that there are some.
  private static func counting(in path: String = "*") -> String {
    """
    usdt:\(path):racsignal:next { @nexts[str(arg3)] = count(); @any = 1; }
    interval:ms:50 { if (@any == 1) { @any = 2; printf("it sends\\n"); } }
    """
  }

  @Test func `several tracers at once see the same`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["chains", "roots=11", "values=103", "wait=1", "linger=1"])
    try target.wait(for: "ready")
    let byPath = ["-e", Self.counting(in: run.program)]
    let byProcess = ["-p", "\(target.pid)", "-e", Self.counting()]
    let tracers = try [byPath, byProcess, byPath].map {
      try run.attach($0, to: target, probes: ["racsignal:next"])
    }
    let semaphores = try Semaphores(pid: target.pid, program: run.program)
    // The kernel says once that somebody is there, however many they are.
    #expect(try semaphores.total() == 1)
    target.tell()
    try target.wait(for: "done")
    for tracer in tracers {
      let counts = PrintedMaps(try tracer.end().output)
      #expect(counts.sum(of: "PublishSubject") == 11 * 103, "\(tracer.errors)")
      #expect(counts.sum(of: "subscribe") == 11 * 51)
    }
    try semaphores.waitUntilAllAreZero()
    target.tell()
    #expect(try target.finish().status == 0)
  }

  @Test func `a busy program stands that tracers come and go, and is left as it was`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["load", "threads=2"])
    try target.wait(for: "loaded")
    let semaphores = try Semaphores(pid: target.pid, program: run.program)
    for _ in 0..<(Programs.isThorough ? 100 : 5) {
      let tracer = try run.attach(
        ["-p", "\(target.pid)", "-e", Self.counting()], to: target, probes: ["racsignal:next"])
      try tracer.wait(for: "it sends")
      let counts = PrintedMaps(try tracer.end().output)
      #expect(counts.sum(of: "PublishSubject") > 0, "\(tracer.errors)")
      try semaphores.waitUntilAllAreZero()
    }
    target.tell()
    let outcome = try target.finish()
    #expect(outcome.status == 0)
    let sent = outcome.output.firstMatch(of: /sent (\d+)/).flatMap { Int($0.output.1) } ?? 0
    #expect(sent > 0)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `the semaphores are back at 0 after a tracer was killed`(signal: Int32) throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["load", "threads=1"])
    try target.wait(for: "loaded")
    let probes = try DefinedProbe.all().map(\.name).filter { $0 != "racsignal:next__value" }
    let tracer = try run.attach(
      ["-p", "\(target.pid)", ToolboxRun.script("record.bt"), "*"], to: target, probes: probes)
    let semaphores = try Semaphores(pid: target.pid, program: run.program)
    #expect(try semaphores.total() == probes.count)
    // bpftrace 0.17 hears of SIGTERM only when it has read everything: the program does not send meanwhile.
    if signal == SIGTERM { kill(target.pid, SIGSTOP) }
    try tracer.end(by: signal)
    kill(target.pid, SIGCONT)
    try semaphores.waitUntilAllAreZero()
    target.tell()
    #expect(try target.finish().status == 0)
  }

  @Test func `a library that is loaded late is traced by its path, and by the process`() throws {
    let run = try ToolboxRun()
    let library = run.scratch.file("libSignalsDynamic.so")
    let copied = try Programs.run("cp", [Programs.path("libSignalsDynamic.so"), library])
    try #require(copied.status == 0, "\(copied.errors)")
    let target = try LiveProgram(Programs.path("LateLibrary"), [library, "97"])
    try target.wait(for: "ready")
    let byPath = try LiveProgram("bpftrace", ["-e", Self.counting(in: library)])
    try byPath.waitUntilAttached()
    target.tell()
    try target.wait(for: "loaded")
    let byProcess = try LiveProgram("bpftrace", ["-p", "\(target.pid)", "-e", Self.counting()])
    try byProcess.waitUntilAttached()
    let semaphores = try Semaphores(pid: target.pid, program: library)
    let attached = try semaphores.count("racsignal:next")
    #expect(attached > 0)
    target.tell()
    try target.wait(for: "done")
    for tracer in [byPath, byProcess] {
      let counts = PrintedMaps(try tracer.end().output)
      #expect(counts.sum(of: "inTheLibrary") == 97, "\(tracer.errors)")
    }
    try semaphores.waitUntilAllAreZero()
    target.tell()
    #expect(try target.finish().status == 0)
  }

  @Test func `a program in a container is traced by its process, and through its root`() throws {
    let run = try ToolboxRun()
    let container = try LiveProgram(
      "unshare",
      [
        "--mount", "--pid", "--fork", "sh", "-c",
        #"mount -t tmpfs tmpfs /mnt && cp "$0" /mnt/app && exec /mnt/app "$@""#,
        run.program, "chains", "roots=3", "values=13", "wait=1", "linger=1",
      ])
    try container.wait(for: "ready")
    let children = "/proc/\(container.pid)/task/\(container.pid)/children"
    let pid = try #require(
      Int32(try String(contentsOfFile: children, encoding: .utf8).split(separator: " ")[0]))
    let path = "/proc/\(pid)/root/mnt/app"
    let byProcess = try LiveProgram("bpftrace", ["-p", "\(pid)", "-e", Self.counting()])
    let byPath = try LiveProgram("bpftrace", ["-e", Self.counting(in: path)])
    for tracer in [byProcess, byPath] { try tracer.waitUntilAttached() }
    let semaphores = try Semaphores(pid: pid, program: path, mappedAs: "/mnt/app")
    let attached = try semaphores.count("racsignal:next")
    #expect(attached > 0)
    container.tell()
    try container.wait(for: "done")
    for tracer in [byProcess, byPath] {
      let counts = PrintedMaps(try tracer.end().output)
      #expect(counts.sum(of: "map") == 3 * 13, "\(tracer.errors)")
    }
    container.tell()
    #expect(try container.finish().status == 0)
  }
}
