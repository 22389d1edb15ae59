import Testing

@testable import TraceAnalysis

struct TimeTextTests {
  @Test(
    arguments: [
      (11_979_999_999, 2, "11.98"), (4_000_000_000, 3, "4.000"), (999_999_999, 2, "1.00"), (0, 3, "0.000"),
      (1_004_999_999, 2, "1.00"), (1_005_000_000, 2, "1.01"), (61_000_000_000, 0, "61"),
    ] as [(UInt64, Int, String)])
  func `seconds are rounded half up`(nanoseconds: UInt64, digits: Int, shown: String) {
    #expect(TimeUnit.seconds.text(nanoseconds, digits: digits) == shown)
  }

  @Test(
    arguments: [
      (12_000_000_000, "12.000 s"), (812_345_678, "812.346 ms"), (1_000_000, "1.000 ms"),
      (999_999, "999.999 µs"),
      (0, "0.000 µs"), (.max, "18446744073.710 s"),
    ] as [(UInt64, String)])
  func `the unit suits the length of the recording`(length: UInt64, shown: String) {
    #expect(TimeUnit(for: length).named(length) == shown)
  }

  @Test(
    arguments: [
      (8, 8_000_000_000, "1.0"), (425, 12_000_000_000, "35.4"), (0, 5, "0.0"), (7, 0, "0"),
      (.max, 1_000_000_000, "18446744073709551615.0"), (1, .max, "0.0"),
    ] as [(UInt64, UInt64, String)])
  func `a rate is per second`(count: UInt64, nanoseconds: UInt64, shown: String) {
    #expect(rate(count, in: nanoseconds) == shown)
  }

  @Test func `no number traps`() {
    let numbers: [UInt64] = [0, 1, 2, 9, 10, 999_999_999, 1 << 32, 1 << 63, .max - 1, .max]
    for value in numbers {
      for unit in numbers {
        for digits in -1...12 { #expect(!decimal(value, per: unit, digits: digits).isEmpty) }
      }
    }
    #expect(decimal(.max, per: .max - 1, digits: 9) == "1.000000000")
    #expect(decimal(.max - 1, per: .max, digits: 3) == "1.000")
  }
}
