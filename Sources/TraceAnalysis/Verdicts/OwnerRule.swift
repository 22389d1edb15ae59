internal import TraceFormat

extension Judge {
  /// A disposed bag, lifetime or composite disposes what it holds. Likely a leak where this happened more than
  /// once and none of the kind has ever ended; else something may have been taken out of the owner unseen.
  func ownerBreaks() -> [Break] {
    let orphans = forest.lives.indices.filter { index in
      let life = forest.lives[index]
      guard life.isAlive, let owner = life.owner.flatMap({ forest[owner: $0] }),
        let disposed = owner.disposedAt
      else { return false }
      return disposed >= life.subscribedAt && isSettled(disposed)
    }
    guard !orphans.isEmpty else { return [] }
    var counts: [Kind: (orphans: Int, ends: Int)] = [:]
    for index in orphans { counts[kind(of: index), default: (0, 0)].orphans += 1 }
    for index in forest.lives.indices where !forest.lives[index].isAlive {
      counts[kind(of: index)]?.ends += 1
    }
    return orphans.map { index in
      let (orphans, ends) = counts[kind(of: index)] ?? (0, 0)
      return Break(
        reason: .ownerDisposed, confidence: orphans > 1 && ends == 0 ? .likely : .possible, top: index)
    }
  }

  func kind(of index: Int) -> Kind { Kind(forest.lives[index], hashes[index]) }
}
