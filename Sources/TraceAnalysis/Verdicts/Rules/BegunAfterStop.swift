internal import TraceFormat

/// A stop came, and the operator below it began something else.
enum BegunAfterStop: Rule {
  static let description = RuleDescription(
    of: .begunAfterStop, title: "begun after the stop signal",
    claim: """
      A stop ended the source of an operator, and the operator began another signal afterwards: the next \
      of its queue, or the next in a row.
      """,
    needs: """
      An operator whose source was stopped, and a signal that it began afterwards.
      A signal of a queue, such as the one of `concatMap`, is alive, and no source of the operator is.
      The next signal of `concat`, `then` or `switchIfEmpty` is alive, and the stop was no clock. It is \
      likely if this happened more than once where nobody has the handle.
      If all is over by now, several were begun after a stop that was no clock, the handle had been let \
      go before, and nobody listens for the end.
      """,
    excuses: """
      Another stop between the operator and `subscribe`: that one may end it.
      The next signal in a row, where it ends by itself or waits for a stop of its own.
      The only signal that a queue began after the stop, where it ends by itself.
      The next in a row, while somebody has the handle: it is a suspect if it is a clock and it happened \
      several times.
      A queue that has been worked off, if somebody had the handle as the stop came, or is told of the \
      end.
      """,
    thresholds: [
      .count(
        "fewest late starts", Thresholds.fewestLateStarts,
        "Where all is over, or the newest has only just begun: fewer may have been on their way.")
    ],
    faulty: .program(
      "Faulty/late-start/UploadSlots",
      """
      Signing out ends the picking of files above `flatMap(maxConcurrent: 2)`. The files that wait are \
      uploaded all the same.
      """),
    healthy: .program(
      "Healthy/QueueDrainsAfterStop",
      "`take(until:)` closes the door of a queue. Its owner waits until the queue is served."))

  static let reason = Leak.Reason.begunAfterStop
  static let searches: [Search] = [.outlivedStops, .nextAfterStop, .queuesAfterStop]
}

extension Leak.Reason {
  /// A flattening operator's source was stopped; the operator began another inner signal.
  public static let begunAfterStop = Leak.Reason("begunAfterStop", .outlivedStop)
}

/// How many were begun after the stop signal, and the first of them.
struct StartsAfterStop: Evidence {
  let count: UInt32
  let first: LifeIndex

  var sentence: Sentence? {
    count == 1
      ? "\(life: first) was begun after the stop signal"
      : "\(count: Int(count)) were begun after the stop signal, \(life: first) first"
  }

  var figures: [Figure] { [.count("begun after the stop", count), .life("first", first)] }
}

/// The caller let go of the handle before the stop, and is not told when the subscription is over.
struct EndUnheard: Evidence {
  let life: LifeIndex

  var sentence: Sentence? {
    "Nobody had the handle of \(life: life) any more, or listened for its end: only the stop signal was to end it"
  }

  var figures: [Figure] { [.life("subscription", life)] }
}

extension Search {
  /// The next signal of `concat` and its like, begun because a stop ended the one before.
  static let nextAfterStop = Search("nextAfterStop", yieldsTo: [.lostStops]) { facts, _ in
    facts.continuedBreaks()
  }

  /// Queues that were worked off after a stop, and are over.
  static let queuesAfterStop = Search("queuesAfterStop", yieldsTo: [.restartsAfterStop, .strayValues]) {
    facts, _ in
    SearchResult(facts.lateStartBreaks())
  }
}

extension Facts {
  /// A stop signal ended the source of an operator, and the operator then began the next signal in its row:
  /// `concat`, `then`, `switchIfEmpty`.
  ///
  /// A program may want first one signal and then the next, as long as somebody can end the next. If the
  /// handles are let go, time after time, the stop was the only way to end it. If it happened once, that is a
  /// suspicion. If somebody has the handles, a row of clocks that go on is merely strange.
  fileprivate func continuedBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var found: [Int32: [Break]] = [:]
    for life in forest.living {
      let index = life.index
      guard let (source, time) = life.stoppedSource, !life.traits.contains(.restarts),
        isOfSignal(forest.lives[source]), let next = life.upstreams.last, next.index > source, next.isAlive,
        isNext(next, of: life), next.subscribedAt >= time
      else { continue }
      let stopped = forest.lives[source]
      let stop = stopOperator(stopped).site
      let root = instance(of: index)
      let isLost = forest.hasLostHandle(forest.lives[root])
      guard forest.lives[root].isAlive, doubt(root) == nil, isLost || isAtWork(next.index) else { continue }
      if let excuse = excuse(ofNext: next, after: index, root) {
        result.acquittals.add(next.index, by: .begunAfterStop, .excused, excuse)
        continue
      }
      found[kinds.number(of: root), default: []].append(
        Break(
          reason: .begunAfterStop, confidence: isLost ? .likely : .possible, top: next.index,
          downstream: index,
          evidence: [
            StopFired(stopped: source, control: stopped.stoppedBy ?? source, time: time),
            StartsAfterStop(count: 1, first: next.index),
          ],
          site: life.site, other: stop, hint: .moveStopBelow(stop: stop, flattening: life.site),
          isDue: isSettled(time, on: stopped.ending?.thread)))
    }
    result.breaks = found.values.flatMap { cases -> [Break] in
      let lost = cases.count { $0.confidence == .likely }
      guard lost > 0 || cases.count > 1 else { return [] }
      let judged = lost > 1 ? cases : cases.map { $0.with(.possible) }
      return cases.count == 1 || cases.count(where: \.isDue) > 1 ? judged : judged.map { $0.due(false) }
    }
    return result
  }

  /// A stop that is still to come, or an end of its own, for the next signal of an operator.
  private func excuse(ofNext next: Life, after index: LifeIndex, _ root: LifeIndex) -> (any Evidence)? {
    if let another = stop(from: index, to: root) {
      return AnotherStop(life: next.index, stopper: another.index, site: another.site)
    }
    if let end = endByItself(of: next.index) { return end }
    return stopToCome(for: next.index)
  }

  /// Whether it stands after the stopped signal, and was not begun for a value: another source, or the only
  /// inner signal.
  private func isNext(_ next: Life, of life: Life) -> Bool {
    switch next.role.kind {
    case .source: true
    case .inner:
      life.startsAfterStop == 0 && life.upstreams.count { $0.role.kind == .inner } == 1
    default: false
    }
  }
}

extension Facts {
  /// A signal stopped the source of an operator. The operator went on to begin the signals in its queue, and
  /// all of that is over.
  ///
  /// A program that wants the queue to be worked off can end it, or hears of its end. If the caller had let
  /// go of the handle, and listens for no end, only the signal could have ended it.
  fileprivate func lateStartBreaks() -> [Break] {
    forest.livesFlagged(any: .sourceStopped).compactMap { queue in
      let index = queue.index
      guard !queue.isAlive, queue.startsAfterStop >= Thresholds.fewestLateStarts,
        queue.traits.contains(.flattens), let (source, time) = queue.stoppedSource,
        isOfSignal(forest.lives[source]), isLeftToItsStop(roots[index], at: time),
        !hasStop(from: index, to: roots[index]), doubt(index) == nil,
        let first = queue.upstreams.first(where: { isLateStart($0, since: time) })?.index
      else { return nil }
      let stopped = forest.lives[source]
      let stop = stopOperator(stopped).site
      return Break(
        reason: .begunAfterStop, confidence: .likely, top: first, downstream: index,
        evidence: [
          StopFired(stopped: source, control: stopped.stoppedBy ?? source, time: time),
          StartsAfterStop(count: queue.startsAfterStop, first: first),
          EndUnheard(life: roots[index]),
        ],
        site: queue.site, other: stop, hint: .moveStopBelow(stop: stop, flattening: queue.site))
    }
  }

  /// Nobody had the handle when the stop came, and nobody is told when it is over.
  private func isLeftToItsStop(_ root: LifeIndex, at time: UInt64) -> Bool {
    let life = forest.lives[root]
    guard life.traits.contains(.unheardEnd), life.hasEnding, life.owner == nil,
      let released = life.handleReleasedAt
    else { return false }
    return released < time
  }
}
