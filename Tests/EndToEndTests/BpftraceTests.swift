import Foundation
import Testing
import TraceFormat

/// What only a kernel tracer can show. Needs root and bpftrace.
enum Kernel {
  /// Empty if bpftrace can run here; else why not.
  static let obstacle: String = {
    if !Programs.isInstalled("bpftrace") { return "bpftrace is not installed: tools/setup installs it" }
    if !Programs.isRoot { return "bpftrace needs root" }
    let tracing = "/sys/kernel/tracing"
    if !FileManager.default.fileExists(atPath: "\(tracing)/uprobe_events") {
      _ = try? Programs.run("mount", ["-t", "tracefs", "tracefs", tracing])
    }
    if !FileManager.default.fileExists(atPath: "\(tracing)/uprobe_events") {
      return "there is no tracefs and it cannot be mounted: mount -t tracefs tracefs \(tracing)"
    }
    return ""
  }()

  static var isReady: Bool { obstacle.isEmpty }
}

@Suite(.enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct BpftraceTests {
  /// Counts of each kind, as `bpftrace` prints a map: `@next: 12`.
  private func counts(_ output: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for match in output.matches(of: /@(\w+): (\d+)/) { counts[String(match.output.1)] = Int(match.output.2) }
    return counts
  }

  @Test func `bpftrace and the recording of the same run count the same events`() throws {
    let scratch = try Scratch()
    let log = scratch.file("some.log"), recording = scratch.file("run.rxtrace")
    let lines = (0..<997).map { "\(1_700_000_000 + $0 * 7) source\($0 % 13) message \($0)" }
    try lines.joined(separator: "\n").write(toFile: log, atomically: false, encoding: .utf8)

    let kinds = ["next", "completed", "error", "subscribed", "disposed"]
    let program = Programs.path("logtap")
    let script = kinds.map { "usdt:\(program):racsignal:\($0) { @\($0) = count(); }" }.joined(separator: "\n")
    let run = try Programs.run(
      "bpftrace", ["-e", script, "-c", "\(program) \(log)"], environment: ["RXTRACE": "file:\(recording)"])
    let seen = counts(run.output)

    var recorded: [String: Int] = [:]
    try Recording.open(recording).forEach { record in
      switch record.event {
      case .next: recorded["next", default: 0] += 1
      case .completed: recorded["completed", default: 0] += 1
      case .error: recorded["error", default: 0] += 1
      case .subscribed: recorded["subscribed", default: 0] += 1
      case .disposed: recorded["disposed", default: 0] += 1
      default: break
      }
    }
    #expect((recorded["next"] ?? 0) > 997, "\(run.errors)")
    #expect((recorded["subscribed"] ?? 0) > 13)
    for kind in kinds { #expect(seen[kind] ?? 0 == recorded[kind] ?? 0, "\(kind)") }
  }
}
