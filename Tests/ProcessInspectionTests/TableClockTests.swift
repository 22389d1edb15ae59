import CClock
import Glibc
import Testing

@testable import ProcessInspection

@Suite struct TableClockTests {
  private func moment(_ ticks: UInt64, _ monotonic: UInt64) -> TableClock.Moment {
    TableClock.Moment(ticks: ticks, monotonic: monotonic)
  }

  @Test func `Nanoseconds stay as they are, up to a time that cannot be`() throws {
    let clock = try #require(TableClock(ofEnded: moment(5, 5), countsCycles: false))
    #expect(clock.nanoseconds(17) == 17 && clock.nanoseconds(.max) == TableClock.latest)
  }

  @Test(
    .enabled(if: rx_clock_cycles() > 0, "this processor does not count cycles"))
  func `Cycles become nanoseconds where they are as long as this machine's`() throws {
    let begin = TableClock.Moment.now
    usleep(50_000)
    let clock = try #require(TableClock(ofEnded: begin, countsCycles: true))
    let later = TableClock.Moment.now
    let passed = Double(later.monotonic - begin.monotonic)
    #expect(clock.nanoseconds(begin.ticks) == begin.monotonic)
    #expect(abs(Double(clock.nanoseconds(later.ticks) - begin.monotonic) / passed - 1) < 0.02)
    for ticks: UInt64 in [0, 1, begin.ticks - 1, .max] {
      #expect(clock.nanoseconds(ticks) <= TableClock.latest)
    }
  }

  @Test func `Cycles of another length have no times`() {
    // A thousand times as fast as any processor, now and until then.
    let now = TableClock.Moment.now
    #expect(TableClock(ofEnded: moment(.max - 1, now.monotonic), countsCycles: true) == nil)
    #expect(TableClock(ofEnded: moment(0, .max), countsCycles: true) == nil)
  }
}
