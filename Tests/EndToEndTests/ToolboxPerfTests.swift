import Foundation
import Testing

enum Perf {
  /// Empty if perf can look at probes here; else why not.
  static let obstacle: String = {
    if !Kernel.isReady { return Kernel.obstacle }
    guard Programs.isInstalled("perf"), (try? Programs.run("perf", ["version"]))?.status == 0 else {
      return "perf is not installed, or not for this kernel: tools/setup installs it"
    }
    return ""
  }()
}

/// What perf sees of the probes.
@Suite(.serialized, .enabled(if: Perf.obstacle.isEmpty, "\(Perf.obstacle)"))
struct ToolboxPerfTests {
  @Test func `what perf saw of every probe is imported, texts and all`() throws {
    let run = try ToolboxRun()
    let defined = try Programs.run(ToolboxRun.script("perf-events"), [run.program])
    defer { _ = try? Programs.run(ToolboxRun.script("perf-events"), ["--remove"]) }
    try #require(defined.status == 0, "\(defined.errors)")
    #expect(defined.output.hasPrefix("21 events of \(run.program): "))
    let data = run.scratch.file("perf.data"), recording = run.scratch.file("perf.rxtrace")
    let recorded = try Programs.run(
      "perf",
      ["record", "-q", "-o", data, "-k", "mono", "-e", "rac*:*", "--", run.program, "kinds", "times=7"])
    #expect(recorded.status == 0, "\(recorded.errors)")
    let script = try Programs.run(
      "perf", ["script", "-i", data, "--ns", "-F", "pid,tid,time,event,trace"], in: run.scratch.path)
    #expect(script.status == 0, "\(script.errors)")
    let imported = try Programs.run(
      Programs.path("rxtrace"), ["import", "-", "-o", recording], input: script.output)
    #expect(imported.status == 0)
    #expect(imported.errors.contains("  \(7 * 29) events  21 subscriptions  "), "\(imported.errors)")
    let tree = try Programs.run(Programs.path("rxtrace"), ["render", "--all", recording]).output
    #expect(tree.contains(/flatMap +Feed\.swift:70000 .* failed .*: no connection/), "\(tree)")
  }
}
