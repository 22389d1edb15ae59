internal import TraceFormat

extension Judge {
  /// A flattening operator whose source was stopped by a control signal, and whose inner signal runs on. The
  /// builder has marked such inner signals when the control signal fired.
  func stopSignalBreaks() -> [Break] {
    var hasLivingSource = [Bool](repeating: false, count: forest.lives.count)
    for life in forest.lives where life.isAlive && life.role.kind == .source {
      if let downstream = life.downstream { hasLivingSource[downstream - 1] = true }
    }
    return forest.lives.indices.compactMap { index in
      let life = forest.lives[index]
      guard life.isAlive, life.role.kind == .inner,
        let late = life.lateness, late.reason == .stopSignal, isSettled(late.since),
        let below = life.downstream.map({ $0 - 1 }), forest.lives[below].isAlive,
        forest.lives[below].lateness?.because != late.because, doubt(below) == nil,
        !hasLivingSource[below]
      else { return nil }
      return Break(
        reason: .innerOutlivedStopSignal, confidence: .likely, top: index, downstream: below)
    }
  }
}
