import Testing

@testable import Harness

@Suite struct GrowthTests {
  @Test func `what costs a little more among many is let pass`() {
    let costs = [(count: 10, instructions: 100.0), (1_000, 240), (100_000, 590)]
    #expect(Growth.violations(costs, of: "timers") == [])
  }

  @Test func `what costs as much more as there are more is told`() {
    let costs = [(count: 10, instructions: 100.0), (1_000, 150), (100_000, 15_000)]
    #expect(
      Growth.violations(costs, of: "members")
        == ["members: one of 100000 costs 15000 instructions, one of 1000 150"])
  }
}
