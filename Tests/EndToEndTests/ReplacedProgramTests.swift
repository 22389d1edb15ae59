import Foundation
import Testing

/// `rxtrace probes` of programs whose files are not what they were.
@Suite(.serialized, .enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ReplacedProgramTests {
  private func probes(of pid: Int32) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), ["probes", "--pid", "\(pid)"])
  }

  /// Puts another file in the place of one.
  private func replace(_ path: String, with other: String) throws {
    let copied = try Programs.run("cp", [other, "\(path).new"])
    try #require(copied.status == 0 && rename("\(path).new", path) == 0)
  }

  /// What is counted by the printed line for bpftrace while the program does what it waits for.
  private func counted(_ text: String, _ target: LiveProgram, until said: String) throws -> String {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let line = try #require(lines.first { $0.hasPrefix("bpftrace ") }, "\(text)")
    let tracer = try LiveProgram("sh", ["-c", "exec \(line)"])
    try tracer.waitUntilAttached()
    target.tell()
    try target.wait(for: said)
    return try tracer.end().output
  }

  @Test func `where the program's file was replaced the line counts what the process does`() throws {
    let run = try ToolboxRun()
    let target = try LiveProgram(run.program, ["chains", "roots=3", "values=7", "wait=1", "linger=1"])
    try target.wait(for: "ready")
    try replace(run.program, with: "/bin/true")
    let text = try probes(of: target.pid).output
    #expect(text.contains("\(run.program) (deleted)  22 probes, none attached\n"), "\(text)")
    #expect(
      text.contains("/proc/\(target.pid)/exe") && !text.contains("  stap ") && !text.contains("  perf "))
    let output = try counted(text, target, until: "done")
    #expect(output.contains(":racsignal:next]: \(3 * (7 + 7 + 3 + 3))\n"), "\(output)")
    target.tell()
    try target.finish()
  }

  @Test func `so does that of a library, and says who is attached`() throws {
    let scratch = try Scratch()
    let library = scratch.file("libSignals.so")
    try #require(try Programs.run("cp", [Programs.path("libSignalsDynamic.so"), library]).status == 0)
    let target = try LiveProgram(Programs.path("LateLibrary"), [library, "5"])
    try target.wait(for: "ready")
    target.tell()
    try target.wait(for: "loaded")
    try replace(library, with: "/bin/true")
    let text = try probes(of: target.pid).output
    #expect(text.contains("\(library) (deleted)  22 probes, none attached\n"), "\(text)")
    #expect(text.contains("/proc/\(target.pid)/map_files/"))
    let output = try counted(text, target, until: "done")
    #expect(output.contains(":racsignal:next]: 5\n"), "\(output)")
    try target.end(by: SIGKILL)
  }

  @Test(.enabled(if: Programs.isInstalled("llvm-strip"), "llvm-strip is not installed"))
  func `a program whose probes were stripped is told so, and each line is a command`() throws {
    let scratch = try Scratch()
    let program = scratch.file("program")
    let stripped = try Programs.run("llvm-strip", ["-s", "-o", program, Programs.path("ProbedProgram")])
    try #require(stripped.status == 0, "\(stripped.errors)")
    let target = try LiveProgram(program, ["chains", "wait=1"])
    try target.wait(for: "ready")
    for arguments in [["--pid", "\(target.pid)"], [program]] {
      let text = try Programs.run(Programs.path("rxtrace"), ["probes"] + arguments).output
      #expect(
        text.contains("No probes in \(program): their list, section .note.stapsdt, was stripped."), "\(text)")
      #expect(text.contains("rxtrace record -- \(program)\n") && !text.contains("sys/sdt.h"), "\(text)")
    }
    try target.end(by: SIGKILL)
  }
}
