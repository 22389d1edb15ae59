internal import TraceFormat

/// How often one operator subscribed to its source, one attempt after the other, and what came of it.
struct Attempts {
  private static let fewest = 8
  /// The number of newest attempts that tell the present state.
  private static let recent = 32

  let life: Life
  let count: Int
  /// From the first attempt's beginning to the last one's.
  let time: UInt64
  /// From one beginning to the next, and from an end to the next beginning, of late, on average.
  let period: UInt64
  let gap: UInt64
  /// How many attempts in a row, up to the last that has ended, failed without having sent a value.
  let failures: Int
  /// The longest such row, if the next attempt came without a pause.
  let storm: Int
  /// The longest row of failures after the same number of values each, if the next attempt came without a
  /// pause; and that number.
  let likeStorm: (count: Int, values: UInt64)
  /// How many attempts sent nothing, whatever their end.
  let empty: Int
  /// The last attempt was not over by itself, and has sent something or was at peace.
  let hasArrived: Bool
  /// The average distance of beginnings in the first, second, third and last quarter.
  private let quarters: [UInt64]

  /// Nil where there are too few, and where several run at a time.
  init?(of life: Life, in forest: Forest) {
    let all = life.upstreams.filter { $0.role.kind == .source }
    guard all.count >= Self.fewest, let last = all.last else { return nil }
    // One that was cut short says nothing of how it would have ended.
    let isCut = !last.hasEnding
    let ended = isCut ? all.dropLast() : all[...]
    let starts = all.map(\.subscribedAt)
    for (one, next) in zip(all, all.dropFirst()) {
      guard let end = one.endedAt, one.subscribedAt <= end, end <= next.subscribedAt else { return nil }
    }
    self.life = life
    count = all.count
    time = starts[starts.count - 1] - starts[0]
    let steps = min(Self.recent, all.count / 2)
    period = (starts[starts.count - 1] - starts[starts.count - 1 - steps]) / UInt64(steps)
    let pauses = zip(all, all.dropFirst()).suffix(steps).map { $1.subscribedAt - ($0.endedAt ?? 0) }
    gap = pauses.reduce(0, +) / UInt64(pauses.count)
    failures = ended.reversed().prefix { forest.isFruitless($0) }.count
    empty = forest.knowsValues ? ended.count { $0.values == 0 } : 0
    var (row, longest, previous) = (0, 0, UInt64.max)
    var (like, longestLike) = ((count: 0, values: UInt64(0)), (count: 0, values: UInt64(0)))
    for attempt in ended {
      let isEmpty = forest.isFruitless(attempt)
      let gap = attempt.subscribedAt - min(attempt.subscribedAt, previous)
      let isAtOnce = gap < 10 * Thresholds.atOnce.nanoseconds
      row = isEmpty ? (isAtOnce ? row + 1 : 1) : 0
      longest = max(longest, row)
      let goesOn = isAtOnce && attempt.values == like.values
      like = (attempt.hasFailed ? (goesOn ? like.count + 1 : 1) : 0, attempt.values)
      if like.count > longestLike.count { longestLike = like }
      previous = attempt.endedAt ?? 0
    }
    storm = longest
    likeStorm = forest.knowsValues ? longestLike : (0, 0)
    quarters = (0..<4).map { quarter in
      let (from, to) = (quarter * (starts.count - 1) / 4, (quarter + 1) * (starts.count - 1) / 4)
      return (starts[to] - starts[from]) / UInt64(to - from)
    }
    let end = last.endedAt ?? forest.ended
    let age = end - min(end, last.subscribedAt)
    hasArrived = isCut && (last.values > 0 || age > max(20 * period, Thresholds.onTheWay.nanoseconds))
  }

  /// How often a second, where the first of so many began so long before the last one.
  static func ratePerSecond(_ count: Int, in time: UInt64) -> UInt64 {
    let (product, overflow) = UInt64(count - 1).multipliedReportingOverflow(by: 1_000_000_000)
    let (rounded, isTooMuch) = product.addingReportingOverflow(time / 2)
    return overflow || isTooMuch ? .max : rounded / max(1, time)
  }

  /// Somebody thought of a server that is down.
  var isBackingOff: Bool { quarters[3] > quarters[0] + quarters[0] / 2 }

  /// The first and the last distances, where they only become shorter.
  var hurry: (from: UInt64, to: UInt64)? {
    guard count >= 2 * Self.fewest, quarters[0] > Thresholds.atOnce, quarters[0] / 3 > quarters[3],
      zip(quarters, quarters.dropFirst()).allSatisfy({ $0 > $1 })
    else { return nil }
    return (quarters[0], quarters[3])
  }
}

extension Forest {
  /// Whether it failed without a value, or that with which it begins did: errors can be made values of on the
  /// way.
  func isFruitless(_ attempt: Life) -> Bool {
    guard knowsValues else { return false }
    var life = attempt
    while true {
      if life.hasFailed, life.values == 0 { return true }
      guard life.upstreams.count == 1 else { return false }
      life = life.upstreams[0]
    }
  }
}
