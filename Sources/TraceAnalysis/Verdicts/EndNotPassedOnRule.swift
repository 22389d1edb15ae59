internal import TraceFormat

extension Judge {
  private static let fewestWaiting = 3
  /// What ends sooner on the thread that began it may have been over before the closure went on to something else.
  private static let atOnce: UInt64 = 1_000_000

  /// A closure subscribes for its subscriber, and passes on each value that comes; what it subscribed to has ended, and the
  /// subscriber was not told: it waits for ever. Likely where that happened again and again, and never otherwise.
  func endNotPassedOnBreaks() -> [Break] {
    var waiting: [Int: [(index: Int, last: Int)]] = [:]
    var hasPassedOn: Set<Int> = []
    for life in forest.livesOfSites(where: { $0.contains(.subscribesInUserCode) }) {
      guard !hasPassedOn.contains(life.entryIndex), let last = lastInner(of: life),
        let end = forest.lives[last].endedAt
      else { continue }
      // It ends, or sends, without what it subscribed to: there is something else behind it.
      if life.hasEnding || life.lastValueAt.map({ $0 > end + Self.atOnce }) ?? false {
        hasPassedOn.insert(life.entryIndex)
      } else if life.isAlive, doubt(life.number - 1) == nil, isSettled(end, on: forest.lives[last].lastThread)
      {
        waiting[life.entryIndex, default: []].append((life.number - 1, last))
      }
    }
    return waiting.flatMap { site, found -> [Break] in
      let isRepeated = found.count >= Self.fewestWaiting
      let wasAwaited = found.allSatisfy { !endedAtOnce($0.last) }
      guard !hasPassedOn.contains(site), isRepeated || wasAwaited else { return [] }
      return found.map { each in
        let (life, inner) = (forest.lives[each.index], forest.lives[each.last])
        return Break(
          reason: .endNotPassedOn, confidence: isRepeated && wasAwaited ? .likely : .possible,
          top: instance(of: each.index),
          evidence: [
            .endNotPassedOn(
              life.number, inner: inner.number, hasFailed: inner.hasFailed, at: inner.endedAt ?? 0,
              count: found.count)
          ],
          site: life.site, hint: .passOnEnd(site: life.site))
      }
    }
  }

  /// Whether each value of a closure came between the first value and the end of the only one that it subscribed to, the
  /// last perhaps because of that end.
  private func isMade(_ life: Life, of inner: Int, until end: UInt64) -> Bool {
    guard life.upstreams.count == 1, forest.lives[inner].values > 1,
      let first = forest.lives[inner].firstValueAt,
      let made = life.firstValueAt, let last = life.lastValueAt
    else { return false }
    return first <= made && last <= end + Self.atOnce
  }

  /// What was there at once: the closure may wait for something else now that is no signal.
  private func endedAtOnce(_ index: Int) -> Bool {
    let life = forest.lives[index]
    return life.lastThread == life.thread && forest.duration(of: life) < Self.atOnce
  }

  /// What ended last of all that a closure subscribed to, if all of it has ended by itself, was begun at once, and sent
  /// what came out of the closure: exactly as much, or the closure made something else of it, and nothing after it.
  private func lastInner(of life: Life) -> Int? {
    guard life.values > 0, returnsDisposables(life), !life.upstreams.isEmpty else { return nil }
    var (values, last, lastEnd, lastBeginning) = (UInt64(0), 0, UInt64(0), UInt64(0))
    var firstEnd = UInt64.max
    for number in life.upstreams {
      let inner = forest.lives[number - 1]
      guard inner.role.kind == .nested, inner.hasEnding, let end = inner.endedAt else { return nil }
      values += inner.values
      lastBeginning = max(lastBeginning, inner.subscribedAt)
      firstEnd = min(firstEnd, end)
      if end >= lastEnd { (last, lastEnd) = (number - 1, end) }
    }
    // What begins one after the other may be about to begin the next.
    guard lastBeginning <= firstEnd else { return nil }
    return values == life.values || isMade(life, of: last, until: lastEnd) ? last : nil
  }
}
