/// In which times records were lost.
struct LostRanges: Sendable {
  private(set) var count: UInt64 = 0
  /// Whether there may be more than were counted.
  private(set) var isUnknown = false
  private var ranges: [ClosedRange<UInt64>] = []
  private var mergedCount = 0

  mutating func add(_ count: UInt64, from since: UInt64, to time: UInt64) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
    ranges.append(min(since, time)...max(since, time))
    // A trace can hold many losses: merging now and then keeps the memory to those that lie apart.
    if ranges.count >= 1024, ranges.count >= 2 * mergedCount {
      ranges = merged()
      mergedCount = ranges.count
    }
  }

  /// Adds a time in which records may have been lost, nobody knows how many.
  mutating func addUnknown(_ range: ClosedRange<UInt64>) {
    isUnknown = true
    ranges.append(range)
  }

  /// Ascending and apart from each other.
  func merged() -> [ClosedRange<UInt64>] {
    var merged: [ClosedRange<UInt64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension [ClosedRange<UInt64>] {
  /// Whether one of these ranges, which are ascending and apart, meets the time from `start` to `end`.
  func meets(_ start: UInt64, _ end: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < start { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].lowerBound <= end
  }
}
