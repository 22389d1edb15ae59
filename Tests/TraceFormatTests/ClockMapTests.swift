import Testing

@testable import TraceFormat

@Suite("Ticks")
struct ClockMapTests {
  private let second: UInt64 = 1_000_000_000

  private func map(_ readings: [(UInt64, UInt64)], ticksPerSecond: UInt64 = 2_000_000_000) -> ClockMap {
    ClockMap(
      readings.map { ClockMap.Reading(ticks: $0.0, nanoseconds: $0.1) }, ticksPerSecond: ticksPerSecond)
  }

  @Test func `are nanoseconds where nobody has counted anything else`() {
    for ticks in [0, 17, .max] as [UInt64] { #expect(ClockMap().nanoseconds(ticks) == ticks) }
  }

  @Test func `run straight from one reading of both clocks to the next, and on behind the last`() {
    let map = map([(1000, 5 * second), (1000 + 2 * second, 6 * second), (1000 + 3 * second, 7 * second)])
    #expect(map.nanoseconds(1000) == 5 * second)
    #expect(map.nanoseconds(1000 + second) == 5 * second + second / 2)
    #expect(map.nanoseconds(1000 + 2 * second) == 6 * second)
    #expect(map.nanoseconds(1000 + 5 * second / 2) == 6 * second + second / 2)
    #expect(map.nanoseconds(1000 + 4 * second) == 8 * second)
    #expect(map.nanoseconds(0) == 5 * second - 500)
  }

  @Test func `with a single reading run at the rate that the header names`() {
    #expect(map([(100, second)]).nanoseconds(100 + 2 * second) == 2 * second)
    #expect(map([(100, second)], ticksPerSecond: 0).nanoseconds(200) == second + 100)
  }

  @Test func `ignore readings that are too close to another, or that go back`() {
    let clean = map([(0, second), (2 * second, 2 * second)])
    let noisy = map([(0, second), (10, second + 400), (second, 3), (2 * second, 2 * second), (2 * second, 0)])
    for ticks in [0, 10, 1_234_567, 2 * second, 3 * second] {
      #expect(noisy.nanoseconds(ticks) == clean.nanoseconds(ticks))
    }
  }

  @Test func `never go back and never trap, whatever the readings are`() {
    let extremes: [UInt64] = [0, 1, 1_000_000, .max / 2, .max - 1, .max]
    for first in extremes {
      for second in extremes {
        for rate in extremes {
          let map = map([(first, second), (second, first), (rate, rate)], ticksPerSecond: rate)
          let times = extremes.map(map.nanoseconds)
          #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        }
      }
    }
  }
}
