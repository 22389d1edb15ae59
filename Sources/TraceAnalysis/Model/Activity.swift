/// When a subscription's values came, in bounded memory.
///
/// The first 48 values are kept exactly. From then on they are counted in at most 128 cells of equal
/// width, which doubles whenever the cells are full: the picture gets coarser, never larger.
public struct Activity: Sendable, Hashable {
  static let exactLimit = 48
  static let cellLimit = 128

  /// Ascending times of all values, while there are few.
  private var times: [UInt64] = []
  /// Values in each cell, once there are many; a full counter stays at its maximum.
  private var cells: [UInt16] = []
  private var origin: UInt64 = 0
  private var logWidth: UInt8 = 0

  init() {}

  /// The times of all values; nil once there were too many to keep.
  public var exactTimes: [UInt64]? { cells.isEmpty ? times : nil }

  /// The width of a cell in nanoseconds; 1 while the times are exact.
  public var resolution: UInt64 { cells.isEmpty ? 1 : 1 << UInt64(logWidth) }

  /// How many values came in each of `columns` equal parts of the time from `start` up to `end`.
  ///
  /// Empty where `end` is not after `start`. A cell counts where its middle lies.
  public func counts(from start: UInt64, to end: UInt64, columns: Int) -> [UInt64] {
    guard end > start, columns > 0 else { return [] }
    var counts = [UInt64](repeating: 0, count: columns)
    let span = end - start
    forEach { time, values in
      guard time >= start, time < end else { return }
      let column = (time - start).multipliedFullWidth(by: UInt64(columns))
      counts[Int(span.dividingFullWidth(column).quotient)] += values
    }
    return counts
  }

  /// How many values came from `start` up to `end`.
  public func count(from start: UInt64, to end: UInt64) -> UInt64 {
    counts(from: start, to: end, columns: 1).first ?? 0
  }

  /// Each moment at which values came (a cell's middle, where they are counted in cells) and how many.
  public func forEach(_ body: (_ time: UInt64, _ values: UInt64) -> Void) {
    for time in times { body(time, 1) }
    guard !cells.isEmpty else { return }
    let half = (UInt64(1) << UInt64(logWidth)) / 2
    for (index, count) in cells.enumerated() where count > 0 {
      body(origin &+ (UInt64(index) << UInt64(logWidth)) &+ half, UInt64(count))
    }
  }

  @inline(__always)
  mutating func add(_ time: UInt64) {
    if cells.isEmpty, times.count < Self.exactLimit {
      insert(time)
    } else {
      if cells.isEmpty { startCells() }
      count(time)
    }
  }

  /// Records of different threads may come slightly out of order.
  private mutating func insert(_ time: UInt64) {
    var index = times.count
    while index > 0, times[index - 1] > time { index -= 1 }
    if index == times.count { times.append(time) } else { times.insert(time, at: index) }
  }

  private mutating func startCells() {
    origin = times[0]
    cells = [UInt16](repeating: 0, count: Self.cellLimit)
    let old = times
    times = []
    for time in old { count(time) }
  }

  private mutating func count(_ time: UInt64) {
    let offset = time > origin ? time - origin : 0
    while offset >> UInt64(logWidth) >= UInt64(Self.cellLimit) { halve() }
    let cell = Int(truncatingIfNeeded: offset >> UInt64(logWidth))
    if cells[cell] != .max { cells[cell] += 1 }
  }

  private mutating func halve() {
    for cell in 0..<Self.cellLimit / 2 {
      let (sum, overflow) = cells[2 * cell].addingReportingOverflow(cells[2 * cell + 1])
      cells[cell] = overflow ? .max : sum
    }
    for cell in Self.cellLimit / 2..<Self.cellLimit { cells[cell] = 0 }
    logWidth += 1
  }
}
