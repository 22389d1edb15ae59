import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Places that a trace knows by their addresses, as a builder gives them lines.
struct AddressTests {
  private final class Lines: AddressResolver {
    func resolved(_ site: Site) -> Site {
      Site(operatorName: site.operatorName, file: "app/main.swift", line: 7, traits: site.traits)
    }
  }

  @Test func `Places of one line become one, and others stay as they are`() {
    var builder = ForestBuilder()
    let files = ["@app+0x10", "@app+0x10 app+0x20", "app/other.swift"]
    for (number, file) in files.enumerated() {
      guard let id = SubscriptionID(UInt64(number) + 1) else { continue }
      let site = Site(operatorName: "task", file: file, line: file.hasPrefix("@") ? 0 : 3)
      builder.add(
        TraceRecord(
          time: TraceScript.time(1), thread: ThreadID(rawValue: 1),
          event: .subscribed(id, downstream: nil, role: Role(.task), site: site)))
    }
    builder.resolveAddresses(with: Lines())
    let lives = builder.finish().lives
    #expect(lives.map(\.site.file) == ["app/main.swift", "app/main.swift", "app/other.swift"])
    #expect(lives.map(\.site.line) == [7, 7, 3])
    #expect(Set(lives.map(\.entryIndex)).count == 2)
  }
}
