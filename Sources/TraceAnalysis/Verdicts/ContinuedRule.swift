internal import TraceFormat

extension Facts {
  /// How far above what began again its stop may be.
  private static let reach = 16
  /// Nobody stops so often on purpose what is not meant to stop.
  private static let mostEnds = 4096

  /// A stop signal ended the source of an operator, which thereupon began what stands next: `concat`, `then`, `switchIfEmpty`.
  /// First this, then that, is what a program may want while somebody can end that. Where the handles are let go, time
  /// after time, the stop was the only one that there was; once, it may have been. Where somebody has the handles, what
  /// works for itself, time after time, is merely strange.
  func continuedBreaks() -> [Break] {
    var found: [Int32: [Break]] = [:]
    for life in forest.living {
      let index = life.index
      guard let (source, time) = life.stoppedSource, !life.traits.contains(.restarts),
        isOfSignal(forest.lives[source]), let next = life.upstreams.last, next.index > source, next.isAlive,
        isNext(next, of: life), next.subscribedAt >= time
      else { continue }
      let stopped = forest.lives[source]
      let root = instance(of: index)
      let isLost = forest.hasLostHandle(forest.lives[root])
      guard forest.lives[root].isAlive, doubt(root) == nil, isLost || isAtWork(next.index),
        !hasStop(from: index, to: root), !mayEndByItself(next.index), !awaitsStop(next.index)
      else { continue }
      found[kinds.number(of: root), default: []].append(
        Break(
          reason: .begunAfterStop, confidence: isLost ? .likely : .possible, top: next.index,
          downstream: index,
          evidence: [
            .stopFired(stopped: source, by: stopped.stoppedBy ?? source, at: time),
            .begunAfterStop(count: 1, first: next.index),
          ],
          site: life.site, hint: .moveStopBelow(stop: stopOperator(stopped).site, flattening: life.site),
          isDue: isSettled(time, on: stopped.ending?.thread)))
    }
    return found.values.flatMap { cases -> [Break] in
      let lost = cases.count { $0.confidence == .likely }
      guard lost > 0 || cases.count > 1 else { return [] }
      let judged = lost > 1 ? cases : cases.map { $0.with(.possible) }
      return cases.count == 1 || cases.count(where: \.isDue) > 1 ? judged : judged.map { $0.due(false) }
    }
  }

  /// Whether it stands after what was stopped, and was not begun for a value: another source, or the only inner signal.
  private func isNext(_ next: Life, of life: Life) -> Bool {
    switch next.role.kind {
    case .source: true
    case .inner:
      life.startsAfterStop == 0 && life.upstreams.count { $0.role.kind == .inner } == 1
    default: false
    }
  }

  /// `repeat` or `retry` went on after a stop that was of another kind than those before: these are its rhythm, and that
  /// was meant to end it. Or it was stopped once in each of several that were begun one after the other, the stop of each
  /// before the next began: nobody begins another while the one before is meant to go on.
  func undoneBreaks() -> [Break] {
    var once: [Int32: [Undone]] = [:]
    var breaks: [Break] = []
    for restarter in forest.living {
      guard let undone = undone(restarter) else { continue }
      if undone.earlier.isEmpty {
        once[kinds.number(of: undone.root), default: []].append(undone)
      } else if !undone.earlier.contains(where: { $0 == nil || $0 == undone.signal }) {
        breaks.append(broken(undone))
      }
    }
    for cases in once.values where cases.count > 1 {
      let follow = zip(cases, cases.dropFirst()).allSatisfy { $0.time < forest.lives[$1.root].subscribedAt }
      if follow { breaks += cases.map(broken) }
    }
    return breaks
  }

  /// What began its source again after a stop.
  private struct Undone {
    let restarter: Life
    let root: LifeIndex
    let again: LifeIndex
    let stopped: Life
    let signal: StopKind
    let time: UInt64
    /// What had stopped the sources before; nil for those that no signal stopped.
    let earlier: [StopKind?]
  }

  private func undone(_ restarter: Life) -> Undone? {
    let index = restarter.index
    guard restarter.traits.contains(.restarts), doubt(index) == nil,
      restarter.upstreams.count < Self.mostEnds
    else { return nil }
    let sources = restarter.upstreams.filter { $0.role.kind == .source }
    guard sources.count > 1, let again = sources.last, again.isAlive,
      let stopped = stopped(above: sources[sources.count - 2]), let signal = signal(of: stopped),
      let time = stopped.stoppedAt
    else { return nil }
    let root = instance(of: index)
    guard forest.lives[root].isAlive, forest.hasLostHandle(forest.lives[root]),
      !hasStop(from: index, to: root)
    else { return nil }
    return Undone(
      restarter: restarter, root: root, again: again.index, stopped: stopped, signal: signal, time: time,
      earlier: sources.dropLast(2).map { self.stopped(above: $0).flatMap { self.signal(of: $0) } })
  }

  private func broken(_ undone: Undone) -> Break {
    let (restarter, stopped) = (undone.restarter, undone.stopped)
    return Break(
      reason: .stopUndone, confidence: .likely, top: undone.again, downstream: restarter.index,
      evidence: [
        .stopFired(stopped: stopped.index, by: stopped.stoppedBy ?? stopped.index, at: undone.time),
        .stopUndone(by: restarter.index, again: undone.again),
      ],
      site: restarter.site,
      hint: .moveStopBelow(stop: stopOperator(stopped).site, flattening: restarter.site),
      isDue: isSettled(undone.time, on: stopped.ending?.thread))
  }

  /// What a stop signal ended last of a source of an operator, or of what is straight above that.
  private func stopped(above source: Life) -> Life? {
    var (next, steps): (Life?, Int) = (source, 0)
    while let life = next, steps < Self.reach {
      steps += 1
      if life.stoppedBy != nil { return isOfSignal(life) ? life : nil }
      if let stopped = life.stoppedSource.map({ forest.lives[$0.life] }) {
        return isOfSignal(stopped) ? stopped : nil
      }
      next = life.upstreams.first { $0.role.kind == .source }
    }
    return nil
  }

  private struct StopKind: Hashable {
    let stopper: Int
    let signal: Int
  }

  /// By which operator, and at whose word, a life was stopped.
  private func signal(of stopped: Life) -> StopKind? {
    guard let control = stopped.stoppedBy else { return nil }
    var (life, steps) = (forest.lives[control], 0)
    while steps < Self.reach,
      let next = life.upstreams.first(where: { $0.carriesData && ($0.values > 0 || $0.hasEnding) })
    {
      steps += 1
      life = next
    }
    return StopKind(stopper: stopOperator(stopped).entryIndex, signal: life.entryIndex)
  }
}
