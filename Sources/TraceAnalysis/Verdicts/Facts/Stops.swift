internal import TraceFormat

/// Stops, as of `take(until:)`: whether one is to come, and which lives one has left behind.
extension Facts {
  /// Whether a stop above it has yet to come. Then nobody needs the handle.
  func awaitsStop(_ index: LifeIndex) -> Bool { stopToCome(for: index) != nil }

  /// The stop above it that has yet to come.
  func stopToCome(for index: LifeIndex) -> StopToCome? {
    var next: Life? = forest.lives[index]
    while let life = next {
      let data = life.upstreams.filter { $0.isAlive && $0.carriesData }
      if life.traits.contains(.stops), !data.isEmpty {
        return haveStopsFailed(life) ? nil : StopToCome(life: index, stopper: life.index, site: life.site)
      }
      // Beyond an operator with several sources or inner signals, a stop ends but a part.
      next = data.count == 1 && data[0].role.kind == .source ? data[0] : nil
    }
    return nil
  }

  /// Whether its stop signals have failed: an error stops nothing.
  private func haveStopsFailed(_ life: Life) -> Bool {
    let controls = life.upstreams.filter { $0.role.kind == .control }
    return !controls.isEmpty && controls.allSatisfy { $0.ending?.kind == .error }
  }

  /// Whether a stop stands between an operator and its root. That stop may still come.
  func hasStop(from index: LifeIndex, to root: LifeIndex) -> Bool { stop(from: index, to: root) != nil }

  /// The first stop between an operator and its root.
  func stop(from index: LifeIndex, to root: LifeIndex) -> Life? {
    var life = forest.lives[index]
    while life.index != root, let downstream = life.downstream {
      life = downstream
      if life.traits.contains(.stops) { return life }
    }
    return nil
  }

  /// The operator that was stopped first. The subscriptions that it ended are downstream of it.
  func stopOperator(_ stopped: Life) -> Life {
    guard let stopper = stopped.stoppedBy.map({ forest.lives[$0] }) else { return stopped }
    return stopper.role.kind == .control ? stopper.downstream ?? stopped : stopper
  }

  /// Whether a signal other than a clock ended it.
  func isOfSignal(_ stopped: Life) -> Bool {
    guard let control = stopped.stoppedBy, forest.lives[control].role.kind == .control else {
      return false
    }
    return !keepers(of: control, alive: false).contains { $0.traits.contains(.timer) }
  }

  /// Whether it is an inner signal that was begun at `time` or later.
  func isLateStart(_ life: Life, since time: UInt64) -> Bool {
    life.role.kind == .inner && life.subscribedAt >= time
  }

  /// The lives that a queue began after its stop and that are over, with everything below and above them.
  ///
  /// Only for ``Leak/Reason/begunAfterStop``.
  func lateStarts(of candidate: Break) -> [LifeIndex] {
    guard candidate.reason == .begunAfterStop, let queue = candidate.downstream.map({ forest.lives[$0] }),
      let (_, time) = queue.stoppedSource
    else { return [] }
    var found = queue.pathToRoot.map(\.index)
    var rest = queue.upstreams.filter { isLateStart($0, since: time) }
    while let next = rest.popLast() {
      found.append(next.index)
      rest += next.upstreams.filter { $0.role.kind != .shared }
    }
    return found
  }
}

extension Life {
  /// How many of its upstreams were begun although a stop signal had come.
  var startsAfterStop: UInt32 { rare.first?.startsAfterStop ?? 0 }
}
