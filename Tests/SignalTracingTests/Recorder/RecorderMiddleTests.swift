import Testing
import TraceFormat

/// Recordings that begin when the program has subscriptions already.
@Suite struct RecorderMiddleTests {
  @Test func `a recording that the program begins tells first of what lives`() throws {
    let folder = TemporaryFolder()
    let outcome = RecordedProgram.run(["middle", folder.file("m.rxtrace")], [:], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let recording = try Recording.open(folder.file("m.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    let records = Array(recording.records)
    var lines: [String] = []
    var names: [SubscriptionID: String] = [:]
    for record in records {
      switch record.event {
      case .aliveBefore(let id, let downstream, let role, let site, let since):
        names[id] = site.operatorName
        let sake = downstream.flatMap { names[$0] } ?? "-"
        lines.append("alive \(site.operatorName) \(role.number) < \(sake) \(site.traits.rawValue)")
        #expect(record.time - since > 1_000_000 && record.time - since < 60_000_000_000)
      case .subscribed(let id, _, _, let site):
        names[id] = site.operatorName
        lines.append("subscribed \(site.operatorName)")
      case .named(let id, let owner, _): lines.append("\(names[id] ?? "?") of \(owner?.rawValue ?? 0)")
      case .next(let id, _, _, _): lines.append("next \(names[id] ?? "?")")
      case .begun: break
      case .released(let id): lines.append("released \(names[id] ?? "?")")
      default: lines.append("\(record.event)")
      }
    }
    #expect(
      lines == [
        "alive root 0 < - 0", "alive map 3 < root \(SiteTraits.flattens.rawValue)", "alive other 0 < - 0",
        "other of 5", "next map", "subscribed later", "released later", "released map", "released root",
      ])
  }
}
