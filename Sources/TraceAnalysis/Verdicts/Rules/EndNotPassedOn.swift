package import TraceFormat

/// A closure keeps the end of its source to itself.
enum EndNotPassedOn: Rule {
  static let description = RuleDescription(
    of: .endNotPassedOn, title: "the end was not passed on",
    claim: """
      A closure subscribes for its subscriber and passes on the values. Its source has ended, and the \
      subscriber was not told: it waits for ever.
      """,
    needs: """
      A living subscription to a closure that returns disposables, such as the one of `create`. All \
      signals that the closure subscribed to have completed or failed, and they were begun before the \
      first of them ended.
      As many values came out of the closure as of these signals. Or one signal alone sent several, and \
      the closure sent its own only between the first of them and the end.
      """,
    excuses: """
      Another subscription at this line that was told of such an end, or that sent a value later: the \
      closure has something else to wait for.
      Signals that are begun one after the other: the closure may be about to begin the next.
      A few whose signal ended at once on the thread of its beginning: the closure may wait for \
      something else, which is no signal.
      """,
    thresholds: [
      .count(
        "fewest that wait", Facts.fewestWaiting,
        "So many of one line make the verdict likely, if none of their signals ended at once."),
      .duration(
        "at once", Thresholds.atOnce, "A signal that ends sooner may have had its value ready."),
    ],
    faulty: .program(
      "Faulty/end-not-passed-on/AuditedExports",
      """
      A wrapper that writes an audit passes on values and errors, and forgets the completion. No export \
      ever ends.
      """),
    healthy: .program(
      "Healthy/SymbolServerMerge",
      "A closure merges three sources. Two of them have completed, and the third goes on."))

  static let reason = Leak.Reason.endNotPassedOn
  static let searches: [Search] = [.untoldEnds]
}

extension Leak.Reason {
  /// A closure's own subscription has ended; its subscriber was not told.
  public static let endNotPassedOn = Leak.Reason("endNotPassedOn", .inVain)
}

/// All subscriptions of a closure have ended, this one last. Its subscriber was not told, nor were others
/// like it.
struct EndUntold: Evidence {
  let life: LifeIndex
  let inner: LifeIndex
  let hasFailed: Bool
  let time: UInt64
  let count: Int

  var sentence: Sentence? {
    count == 1
      ? "\(life: inner), which \(life: life) subscribed to, \(words: hasFailed ? "failed" : "completed") at \(moment: time), and \(life: life) has not ended"
      : "\(life: inner), which \(life: life) subscribed to, \(words: hasFailed ? "failed" : "completed") at \(moment: time), and \(life: life) has not ended: \(count: count) wait like it"
  }

  var figures: [Figure] {
    [
      .life("closure", life), .life("ended signal", inner), .flag("failed", hasFailed),
      .moment("ended at", time), .count("that wait", count),
    ]
  }
}

extension Leak.Hint {
  /// Tell the subscriber of the closure at `site` when the closure's own subscription has ended.
  package static func passOnEnd(site: Site) -> Leak.Hint {
    Leak.Hint("passOnEnd", site) {
      "In the closure of \($0.name) at \($0.place) tell the subscriber when the inner signal ends: by its "
        + "completed() and its error(_:)."
    }
  }
}

extension Search {
  /// Subscribers of closures that were not told of an end.
  static let untoldEnds = Search("untoldEnds", yieldsTo: [.stoppedBranches]) { facts, _ in
    facts.endNotPassedOnBreaks()
  }
}

extension Facts {
  static let fewestWaiting = 3

  /// A closure, and how its own subscription ends.
  private struct Case: Hashable {
    let site: Int
    let hasFailed: Bool

    var other: Self { Self(site: site, hasFailed: !hasFailed) }
  }

  /// A closure subscribes for its subscriber, and passes on each value. Its subscription has ended, and the
  /// subscriber was not told: it waits for ever.
  ///
  /// It is likely if that happened again and again, and never otherwise.
  fileprivate func endNotPassedOnBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    // Lines that nobody waits at need no look.
    let lines = Set(
      forest.living.lazy.filter { $0.traits.contains(.subscribesInUserCode) && lastInner(of: $0) != nil }
        .map(\.entryIndex))
    guard !lines.isEmpty else { return result }
    var waiting: [Case: [(life: Life, last: Life)]] = [:]
    // The lines whose closure has passed on an end, or sends in another way, each with the sort of end. An
    // error that was passed on does not show that completions are.
    var hasPassedOn: Set<Case> = []
    for life in forest.livesOfSites(where: { $0.contains(.subscribesInUserCode) })
    where lines.contains(life.entryIndex) {
      guard let (last, isAll) = lastInner(of: life), let end = last.endedAt else { continue }
      let one = Case(site: life.entryIndex, hasFailed: last.hasFailed)
      // It sends after that, or ends in another way: there is something else behind it.
      if life.lastValueAt.map({ $0 > end + Thresholds.atOnce.nanoseconds }) ?? false
        || life.hasEnding && life.hasFailed != one.hasFailed
      {
        hasPassedOn.formUnion([one, one.other])
      } else if life.hasEnding {
        hasPassedOn.insert(one)
      } else if isAll, life.isAlive, doubt(life.index) == nil, isSettled(end, on: last.lastThread) {
        waiting[one, default: []].append((life, last))
      }
    }
    result.breaks = waiting.flatMap { one, found -> [Break] in
      let isRepeated = found.count >= Self.fewestWaiting
      let wasAwaited = found.allSatisfy { !endedAtOnce($0.last) }
      let isPassedOn = hasPassedOn.contains(one)
      guard !isPassedOn, isRepeated || wasAwaited else {
        for (life, inner) in found {
          result.acquittals.add(
            instance(of: life.index), by: .endNotPassedOn, isPassedOn ? .excused : .short,
            isPassedOn
              ? EndPassedOn(life: life.index, inner: inner.index, time: inner.endedAt ?? 0)
              : FewWait(
                life: life.index, inner: inner.index, count: found.count, needed: Self.fewestWaiting))
        }
        return []
      }
      return found.map { life, inner in
        Break(
          reason: .endNotPassedOn, confidence: isRepeated && wasAwaited ? .likely : .possible,
          top: instance(of: life.index),
          evidence: [
            EndUntold(
              life: life.index, inner: inner.index, hasFailed: inner.hasFailed, time: inner.endedAt ?? 0,
              count: found.count)
          ],
          site: life.site, hint: .passOnEnd(site: life.site))
      }
    }
    return result
  }

  /// Whether each value of a closure came between the first value and the end of the only one that it
  /// subscribed to, the last perhaps because of that end.
  private func isMade(_ life: Life, of inner: Life, until end: UInt64) -> Bool {
    guard life.upstreams.count == 1, inner.values > 1, let first = inner.firstValueAt,
      let made = life.firstValueAt, let last = life.lastValueAt
    else { return false }
    return first <= made && last <= end + Thresholds.atOnce.nanoseconds
  }

  /// Whether its values were there at once. Then the closure may wait for something else now that is no
  /// signal.
  private func endedAtOnce(_ life: Life) -> Bool {
    life.lastThread == life.thread && forest.duration(of: life) < Thresholds.atOnce
  }

  /// The last subscription of a closure that ended, if all of its subscriptions were begun at once and have
  /// ended by themselves.
  ///
  /// And whether every value of the closure came from them: either their counts are equal, or the closure
  /// made something else of the values, and nothing after the end.
  private func lastInner(of life: Life) -> (life: Life, isAll: Bool)? {
    guard life.values > 0, returnsDisposables(life), var last = life.upstreams.first else { return nil }
    var (values, lastEnd, lastBeginning) = (UInt64(0), UInt64(0), UInt64(0))
    var firstEnd = UInt64.max
    for inner in life.upstreams {
      guard inner.role.kind == .nested, inner.hasEnding, let end = inner.endedAt else { return nil }
      values += inner.values
      lastBeginning = max(lastBeginning, inner.subscribedAt)
      firstEnd = min(firstEnd, end)
      if end >= lastEnd { (last, lastEnd) = (inner, end) }
    }
    // A closure that begins one after the other may be about to begin the next.
    guard lastBeginning <= firstEnd else { return nil }
    return (last, values == life.values || isMade(life, of: last, until: lastEnd))
  }
}
