import Foundation
import Testing

/// What `rxtrace probes` says of a process that tracers are attached to.
@Suite(.serialized, .enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ToolboxAttachedTests {
  private func probes(of pid: Int32) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), ["probes", "--pid", "\(pid)"])
  }

  /// The probes with `yes` in the last column.
  private func attached(_ text: String) -> [String] {
    text.matches(of: /(?m)^  (rac\w+:\w+) +\d+ +\d+  yes$/).map { String($0.output.1) }
  }

  @Test func `a tracer of a program is seen from when it comes until it is gone`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["chains", "roots=3", "values=7", "wait=1", "linger=1"])
    try target.wait(for: "ready")
    let before = try probes(of: target.pid)
    #expect(before.errors.isEmpty && before.status == 0)
    #expect(before.output.contains("\(run.program)  22 probes, none attached\n"), "\(before.output)")
    let script = "usdt:*:racsignal:next { @ = count(); } usdt:*:racscheduler:began { @ = count(); }"
    let tracer = try LiveProgram("bpftrace", ["-p", "\(target.pid)", "-e", script])
    try tracer.waitUntilAttached()
    let during = try probes(of: target.pid).output
    #expect(during.contains("  22 probes, 2 attached\n"))
    #expect(attached(during) == ["racscheduler:began", "racsignal:next"])
    try tracer.end()
    try waitUntil("nobody is attached") { try probes(of: target.pid).output == before.output }
    target.tell()
    try target.wait(for: "done")
    target.tell()
    #expect(try target.finish().status == 0)
  }

  @Test func `so is one of a library`() throws {
    let library = Programs.path("libSignalsDynamic.so")
    let target = try LiveProgram(Programs.path("LateLibrary"), [library, "1"])
    try target.wait(for: "ready")
    #expect(try probes(of: target.pid).output.hasPrefix("No probes in process \(target.pid)"))
    target.tell()
    try target.wait(for: "loaded")
    let tracer = try LiveProgram(
      "bpftrace", ["-p", "\(target.pid)", "-e", "usdt:*:racsignal:mark { exit(); }"])
    try tracer.waitUntilAttached()
    let during = try probes(of: target.pid).output
    #expect(during.contains("libSignalsDynamic.so  22 probes, 1 attached\n"), "\(during)")
    #expect(attached(during) == ["racsignal:mark"])
    try tracer.end()
  }

  @Test func `its lines for bpftrace and SystemTap are taken by both`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["chains", "roots=3", "values=7", "wait=1", "linger=1"])
    try target.wait(for: "ready")
    let lines = try probes(of: target.pid).output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let bpftrace = try #require(lines.first { $0.hasPrefix("bpftrace ") })
    let tracer = try LiveProgram("sh", ["-c", "exec \(bpftrace)"])
    try tracer.waitUntilAttached()
    target.tell()
    try target.wait(for: "done")
    let output = try tracer.end().output
    #expect(output.contains(":racsignal:next]: \(3 * (7 + 7 + 3 + 3))\n"), "\(output)\(tracer.errors)")
    if SystemTap.obstacle.isEmpty {
      let stap = try #require(lines.first { $0.hasPrefix("stap ") })
      let dry = try Programs.run("sh", ["-c", "stap -r '\(SystemTap.kernel)' -p3 \(stap.dropFirst(5))"])
      #expect(dry.status == 0, "\(dry.errors)")
    }
    target.tell()
    try target.finish()
  }

  @Test(.enabled(if: Programs.isInstalled("setpriv"), "setpriv is not installed"))
  func `who may not look into a process is told so in one line`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["chains", "wait=1"])
    try target.wait(for: "ready")
    let outcome = try Programs.run(
      "setpriv",
      ["--reuid=65534", "--clear-groups", Programs.path("rxtrace"), "probes", "--pid", "\(target.pid)"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("rxtrace: cannot look into process \(target.pid): "))
    #expect(outcome.errors.hasSuffix("try: sudo rxtrace probes --pid \(target.pid)\n"))
    target.tell()
    try target.finish()
  }
}
