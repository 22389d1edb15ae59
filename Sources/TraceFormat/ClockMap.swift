/// Turns ticks into nanoseconds of `CLOCK_MONOTONIC`, by straight lines between the moments at which both
/// clocks were read.
struct ClockMap: Sendable {
  struct Reading: Hashable, Sendable {
    var ticks: UInt64
    var nanoseconds: UInt64
  }

  /// Readings closer together than this say more about the reading than about the clocks.
  static let spacing: UInt64 = 1_000_000

  /// In order of both clocks; empty when ticks are nanoseconds.
  private let readings: [Reading]
  private let nominalRate: Double

  /// The map for a clock whose ticks are nanoseconds already.
  init() {
    readings = []
    nominalRate = 1
  }

  init(_ readings: some Sequence<Reading>, ticksPerSecond: UInt64) {
    var kept: [Reading] = []
    for reading in readings.sorted(by: { ($0.ticks, $0.nanoseconds) < ($1.ticks, $1.nanoseconds) }) {
      if let last = kept.last {
        guard reading.ticks > last.ticks, reading.nanoseconds > last.nanoseconds,
          reading.nanoseconds - last.nanoseconds >= Self.spacing
        else { continue }
      }
      kept.append(reading)
    }
    self.readings = kept
    nominalRate = ticksPerSecond == 0 ? 1 : 1e9 / Double(ticksPerSecond)
  }

  /// One straight line: exact for ticks from `from` up to `to`.
  struct Line {
    var from: UInt64
    var to: UInt64
    var origin: Reading
    var rate: Double

    func covers(_ ticks: UInt64) -> Bool { from <= ticks && ticks < to }

    func nanoseconds(_ ticks: UInt64) -> UInt64 {
      if ticks >= origin.ticks {
        return origin.nanoseconds.addingClamped(whole(Double(ticks - origin.ticks) * rate))
      }
      let back = whole(Double(origin.ticks - ticks) * rate)
      return back > origin.nanoseconds ? 0 : origin.nanoseconds - back
    }

    private func whole(_ value: Double) -> UInt64 { value < 0x1p63 ? UInt64(value) : UInt64.max }
  }

  /// The line that holds for `ticks`, to be kept for as long as it covers what comes.
  func line(at ticks: UInt64) -> Line {
    guard let first = readings.first else {
      return Line(from: 0, to: .max, origin: Reading(ticks: 0, nanoseconds: 0), rate: 1)
    }
    guard readings.count > 1 else { return Line(from: 0, to: .max, origin: first, rate: nominalRate) }
    let next = readings.partitioningIndex { $0.ticks > ticks }
    let index = min(max(next - 1, 0), readings.count - 2)
    let (start, end) = (readings[index], readings[index + 1])
    let rate = Double(end.nanoseconds - start.nanoseconds) / Double(end.ticks - start.ticks)
    return Line(
      from: index == 0 ? 0 : start.ticks, to: index == readings.count - 2 ? .max : end.ticks, origin: start,
      rate: rate)
  }

  func nanoseconds(_ ticks: UInt64) -> UInt64 { line(at: ticks).nanoseconds(ticks) }

  /// The ticks of a moment that was read on the other clock alone, as exactly as the readings allow.
  func ticks(_ nanoseconds: UInt64) -> UInt64 {
    guard !readings.isEmpty else { return nanoseconds }
    let next = readings.partitioningIndex { $0.nanoseconds > nanoseconds }
    let line = line(at: next == 0 ? 0 : readings[next - 1].ticks)
    let isBefore = nanoseconds < line.origin.nanoseconds
    let distance =
      isBefore ? line.origin.nanoseconds - nanoseconds : nanoseconds - line.origin.nanoseconds
    let exact = (Double(distance) / line.rate).rounded(isBefore ? .down : .up)
    let ticks = exact < 0x1p63 ? UInt64(exact) : .max
    guard isBefore else { return line.origin.ticks.addingClamped(ticks) }
    return line.origin.ticks - min(line.origin.ticks, ticks)
  }
}
