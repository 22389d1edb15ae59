internal import TraceFormat

extension Judge {
  /// A flattening operator whose source was stopped by a control signal, and whose inner signal runs on. The
  /// builder has marked such inner signals when the control signal fired.
  func stopSignalBreaks() -> [Break] {
    forest.lives.indices.compactMap { index in
      let life = forest.lives[index]
      guard life.isAlive, life.role.kind == .inner,
        let late = life.lateness, late.reason == .stopSignal, isSettled(late.since),
        let below = life.downstream.map({ $0 - 1 }), forest.lives[below].isAlive,
        forest.lives[below].lateness?.because != late.because, doubt(below) == nil
      else { return nil }
      return Break(
        reason: .innerOutlivedStopSignal, confidence: .likely, top: index, downstream: below)
    }
  }

  /// A disposed bag, lifetime or composite disposes what it holds.
  func ownerBreaks() -> [Break] {
    forest.lives.indices.compactMap { index in
      let life = forest.lives[index]
      guard life.isAlive, let owner = life.owner.flatMap({ forest[owner: $0] }),
        let disposed = owner.disposedAt, disposed >= life.subscribedAt, isSettled(disposed)
      else { return nil }
      return Break(reason: .ownerDisposed, confidence: .likely, top: index)
    }
  }
}
