import TraceAnalysis

/// When values came, as columns: for each life how many moments, then each moment and how many values came
/// then. In all at most so many moments: where there are more, those of the busiest lives are put together.
struct ReportActivity {
  private(set) var counts: [Int] = []
  /// Since the moment before, or since the life began.
  private(set) var times: [Int64] = []
  private(set) var amounts: [UInt64] = []
  /// By place: how far a moment may be off, where it stands for several values.
  private(set) var resolutions: [(place: Int, value: UInt64)] = []

  init(_ lives: some Collection<Life>, budget: Int = 400_000) {
    var sizes: [Int] = []
    for life in lives {
      var size = 0
      life.activity.forEach { _, _ in size += 1 }
      sizes.append(size)
    }
    var most = 128
    while most > 0, sizes.reduce(0, { $0 + min($1, most) }) > budget { most /= 2 }
    for (place, life) in lives.enumerated() {
      var moments: [(time: UInt64, values: UInt64)] = []
      life.activity.forEach { moments.append(($0, $1)) }
      var resolution = life.activity.exactTimes == nil ? life.activity.resolution : 0
      if moments.count > most {
        (moments, resolution) = Self.merged(moments, into: most, resolution)
      }
      if resolution > 0 { resolutions.append((place, resolution)) }
      counts.append(moments.count)
      var last = Int64(clamping: life.subscribedAt)
      for moment in moments {
        let time = Int64(clamping: moment.time)
        times.append(time - last)
        amounts.append(moment.values)
        last = time
      }
    }
  }

  private static func merged(
    _ moments: [(time: UInt64, values: UInt64)], into most: Int, _ resolution: UInt64
  ) -> ([(time: UInt64, values: UInt64)], UInt64) {
    guard most > 0, let first = moments.first?.time, let last = moments.last?.time, last >= first else {
      return ([], 0)
    }
    let width = max((last - first) / UInt64(most) + 1, resolution)
    var merged: [(time: UInt64, values: UInt64)] = []
    for moment in moments {
      let middle = first + (max(moment.time, first) - first) / width * width + width / 2
      if merged.last?.time == middle {
        merged[merged.count - 1].values += moment.values
      } else {
        merged.append((middle, moment.values))
      }
    }
    return (merged, width)
  }
}
