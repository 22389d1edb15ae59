import Foundation
import Testing
import TraceFormat

@Suite(.enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ImportTests {
  /// What a recording says of each subscription, whatever the order of threads in it.
  private struct Facts: Hashable {
    var downstream: SubscriptionID?
    var role: Role?
    var site: Site?
    var values = 0
    var ending: EventKind?
    var reason: DisposalReason?
  }

  private func facts(of path: String) throws -> [SubscriptionID: Facts] {
    var facts: [SubscriptionID: Facts] = [:]
    try Recording.open(path).forEach { record in
      switch record.event {
      case .subscribed(let id, let downstream, let role, let site):
        facts[id, default: Facts()].downstream = downstream
        facts[id, default: Facts()].role = role
        facts[id, default: Facts()].site = site
      case .next(let id, _, _, _): facts[id, default: Facts()].values += 1
      case .counted(let id, let values): facts[id, default: Facts()].values += Int(values)
      case .completed(let id, _, _): facts[id, default: Facts()].ending = .completed
      case .error(let id, _, _, _): facts[id, default: Facts()].ending = .error
      case .disposed(let id, _, _, let reason): facts[id, default: Facts()].reason = reason
      default: break
      }
    }
    return facts
  }

  @Test func `what bpftrace saw and what the recorder wrote of one run are one forest`() throws {
    let scratch = try Scratch()
    let log = scratch.file("some.log"), lines = scratch.file("app.lines")
    let text = (0..<211).map { "\(1_700_000_000 + $0 * 7) source\($0 % 5) message \($0)" }
    try text.joined(separator: "\n").write(toFile: log, atomically: false, encoding: .utf8)
    let program = Programs.path("logtap")
    // Where bpftrace does not come to read for seconds its buffers overflow, and it says so: then it is done again.
    for turn in 1...5 {
      let recording = scratch.file("recorded\(turn).rxtrace"), copy = scratch.file("imported\(turn).rxtrace")
      let traced = try Programs.run(
        "bpftrace",
        ["-o", lines, "-c", "\(program) \(log)", "\(Programs.repository)/probes/record.bt", program],
        environment: ToolboxRun.room.merging(["RXTRACE": "file:\(recording)"]) { $1 })
      let imported = try Programs.run(Programs.path("rxtrace"), ["import", lines, "-o", copy])
      try #require(imported.status == 0, "\(traced.errors) \(imported.errors)")
      let lost = try Recording.open(copy).lostCount
      if lost > 0, turn < 5 { continue }

      let recorded = try facts(of: recording), seen = try facts(of: copy)
      #expect(recorded.count > 100)
      #expect(lost == 0 && Set(seen.keys) == Set(recorded.keys), "\(traced.errors) \(imported.errors)")
      for (id, facts) in recorded { #expect(seen[id] == facts, "\(id)") }
      return
    }
  }

  @Test func `the script that prints no values shows the same subscriptions, and counts the same values`()
    throws
  {
    let scratch = try Scratch()
    let log = scratch.file("some.log"), lines = scratch.file("app.lines")
    let text = (0..<211).map { "\(1_700_000_000 + $0 * 7) source\($0 % 5) message \($0)" }
    try text.joined(separator: "\n").write(toFile: log, atomically: false, encoding: .utf8)
    let program = Programs.path("logtap")
    let traced = try Programs.run(
      "bpftrace",
      ["-o", lines, "-c", "\(program) \(log)", "\(Programs.repository)/probes/lifecycle.bt", program],
      environment: ["RXTRACE": "file:\(scratch.file("recorded.rxtrace"))"])
    let imported = try Programs.run(
      Programs.path("rxtrace"), ["import", lines, "-o", scratch.file("imported.rxtrace")])
    #expect(imported.status == 0, "\(traced.errors) \(imported.errors)")

    let recorded = try facts(of: scratch.file("recorded.rxtrace"))
    #expect(recorded.count > 100)
    #expect(try facts(of: scratch.file("imported.rxtrace")) == recorded)
  }

  @Test func `lines that are no tracer's are refused, and it is said what was looked for`() throws {
    let scratch = try Scratch()
    let lines = scratch.file("foreign.lines")
    try "this is\nnot it\n".write(toFile: lines, atomically: false, encoding: .utf8)
    let imported = try Programs.run(
      Programs.path("rxtrace"), ["import", lines, "-o", scratch.file("x.rxtrace")])
    #expect(imported.status == 3)
    #expect(imported.errors.hasPrefix("rxtrace: \(lines) holds no event\n"), "\(imported.errors)")
  }
}
