import Testing
import TraceAnalysis

@testable import TraceRendering

struct TimeStepTests {
  @Test(
    arguments: [
      (12_000_000_000, 40, 500_000_000), (12_000_000_000, 64, 200_000_000), (1, 10, 1), (0, 10, 1),
      (11, 10, 2),
      (10, 10, 1), (.max, 1, .max), (3_000_000, 30, 100_000),
    ] as [(UInt64, Int, UInt64)])
  func `a step is round and its parts cover the length`(length: UInt64, parts: Int, step: UInt64) {
    #expect(TimeUnit.roundStep(for: length, parts: parts) == step)
  }

  @Test(
    arguments: [
      (500_000_000, "500 ms"), (2_000_000_000, "2 s"), (200_000, "200 µs"), (500, "500 ns"),
      (2_500_000, "2.5 ms"),
    ] as [(UInt64, String)])
  func `a round duration is written without needless decimals`(duration: UInt64, shown: String) {
    #expect(TimeUnit.short(duration) == shown)
  }
}
