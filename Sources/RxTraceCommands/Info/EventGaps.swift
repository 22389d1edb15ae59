import TraceFormat

/// The times from one event of a thread to the next. Recording an event cannot take longer than that.
struct EventGaps {
  /// Fewer gaps say nothing.
  private static let fewest = 1000
  /// This number of chunks is read, spread over the recording.
  private static let most = 64

  /// Half of the gaps are no longer than this, in nanoseconds; nil if there are too few.
  let median: Double?

  init(_ recording: Recording) {
    let ticksPerSecond = recording.header.ticksPerSecond
    let count = recording.chunkCount
    guard count > 0, ticksPerSecond > 0 else {
      median = nil
      return
    }
    var gaps: [UInt64] = []
    let step = max(1, count / Self.most)
    for chunk in stride(from: 0, to: count, by: step) {
      var last: UInt64?
      _ = recording.read(chunks: [chunk]) { ticks, _ in
        if let last, ticks > last { gaps.append(ticks - last) }
        last = ticks
      }
    }
    guard gaps.count >= Self.fewest else {
      median = nil
      return
    }
    gaps.sort()
    median = Double(gaps[gaps.count / 2]) / Double(ticksPerSecond) * 1e9
  }
}
