import Testing
import TraceFormat

struct ClampedTests {
  @Test(
    arguments: [
      (7, 3, 4), (3, 7, 0), (5, 5, 0), (.max, 0, .max), (0, .max, 0), (.max, .max, 0),
    ] as [(UInt64, UInt64, UInt64)])
  func `no distance is below zero`(time: UInt64, earlier: UInt64, distance: UInt64) {
    #expect(time.since(earlier) == distance)
  }

  @Test func `no sum is beyond the greatest number`() {
    #expect(UInt64(7).addingClamped(3) == 10)
    #expect(UInt64.max.addingClamped(1) == .max)
    #expect((UInt64.max - 1).addingClamped(1) == .max)
  }
}
