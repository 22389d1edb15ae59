/// When a subscription's values came, in bounded memory.
///
/// The first 48 values are kept exactly. From then on they are counted in at most 128 cells of equal
/// width, which doubles whenever the cells are full: the picture gets coarser, never larger.
package struct Activity: Sendable, Hashable {
  static let exactLimit = 48
  static let cellLimit = 128
  private static let cellsInWord = 4
  private static let fullCell: UInt64 = 0xffff

  /// Ascending times of all values, while there are few. Then the time at which the first cell begins, and
  /// the cells, four in a word; a full cell stays at its maximum.
  private var words: [UInt64] = []
  private var isCounted = false
  private var logWidth: UInt8 = 0

  init() {}

  /// The times of all values; nil once there were too many to keep.
  package var exactTimes: [UInt64]? { isCounted ? nil : words }

  /// The width of a cell in nanoseconds; 1 while the times are exact.
  package var resolution: UInt64 { 1 << UInt64(logWidth) }

  /// How many values came in each of `columns` equal parts of the time from `start` up to `end`.
  ///
  /// Empty where `end` is not after `start`. A cell counts where its middle lies.
  package func counts(from start: UInt64, to end: UInt64, columns: Int) -> [UInt64] {
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
  package func count(from start: UInt64, to end: UInt64) -> UInt64 {
    counts(from: start, to: end, columns: 1).first ?? 0
  }

  /// Each moment at which values came (a cell's middle, where they are counted in cells) and how many.
  package func forEach(_ body: (_ time: UInt64, _ values: UInt64) -> Void) {
    guard isCounted else {
      for time in words { body(time, 1) }
      return
    }
    let half = resolution / 2
    for cell in 0..<Self.cellLimit where self[cell] > 0 {
      body(words[0] &+ (UInt64(cell) << UInt64(logWidth)) &+ half, self[cell])
    }
  }

  @inline(__always)
  mutating func add(_ time: UInt64) {
    if isCounted { count(time) } else { keep(time) }
  }

  private mutating func keep(_ time: UInt64) {
    if words.count == Self.exactLimit {
      startCells()
      return count(time)
    }
    if words.isEmpty { words.reserveCapacity(4) }
    // Records of different threads may come slightly out of order.
    var index = words.count
    while index > 0, words[index - 1] > time { index -= 1 }
    if index == words.count { words.append(time) } else { words.insert(time, at: index) }
  }

  private mutating func startCells() {
    let times = words
    words = [times[0]]
    words.reserveCapacity(1 + Self.cellLimit / Self.cellsInWord)
    for _ in 0..<Self.cellLimit / Self.cellsInWord { words.append(0) }
    isCounted = true
    for time in times { count(time) }
  }

  private mutating func count(_ time: UInt64) {
    let offset = time > words[0] ? time - words[0] : 0
    while offset >> UInt64(logWidth) >= UInt64(Self.cellLimit) { halve() }
    let cell = Int(truncatingIfNeeded: offset >> UInt64(logWidth))
    if self[cell] < Self.fullCell { self[cell] += 1 }
  }

  private mutating func halve() {
    for cell in 0..<Self.cellLimit / 2 {
      self[cell] = min(self[2 * cell] + self[2 * cell + 1], Self.fullCell)
    }
    for cell in Self.cellLimit / 2..<Self.cellLimit { self[cell] = 0 }
    logWidth += 1
  }

  private subscript(cell: Int) -> UInt64 {
    get { words[1 + cell / Self.cellsInWord] >> Self.shift(cell) & Self.fullCell }
    set {
      let word = 1 + cell / Self.cellsInWord
      words[word] = words[word] & ~(Self.fullCell << Self.shift(cell)) | newValue << Self.shift(cell)
    }
  }

  private static func shift(_ cell: Int) -> UInt64 { UInt64(cell % cellsInWord * 16) }
}
