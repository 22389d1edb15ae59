internal import TraceFormat

/// The holders of handles.
extension Facts {
  /// Whether nobody has the handle any more, as far as the life itself or its kind tells.
  ///
  /// A handle that goes with the program says nothing. But if others of the kind were left alone before, the
  /// last one was left alone as well.
  func isWithoutHandle(_ index: LifeIndex) -> Bool {
    let life = forest.lives[index]
    if forest.hasLostHandle(life) { return true }
    return kinds[index].map { $0.leftAlone > 0 } ?? false
      && life.handleReleasedAt.map { forest.lastFresh > $0 } ?? false
  }

  /// Whether somebody can still end it, as far as the recording tells of handles.
  func isHeld(_ life: Life) -> Bool {
    if let owner = life.owner.flatMap({ forest[owner: $0] }), owner.kind != .object {
      return owner.disposedAt == nil && owner.releasedAt == nil
    }
    return forest.totals.handleReleased > 0 && !forest.hasLostHandle(life)
  }

  /// Whether an owner holds the handle that was neither disposed nor freed.
  func hasLivingOwner(_ life: Life) -> Bool {
    guard life.handleReleasedAt == nil, let owner = life.owner.flatMap({ forest[owner: $0] }) else {
      return false
    }
    return owner.disposedAt == nil && owner.releasedAt == nil
  }

  /// The evidence for the holder of the handles: one owner of all, an owner for each, or nobody.
  func holder(_ life: Life, _ kind: Kind) -> [any Evidence] {
    if life.isAlive, forest.hasLostHandle(life), let released = life.handleReleasedAt {
      return [HandleLetGo(life: life.index, time: released)]
    }
    guard let owner = life.owner.flatMap({ forest[owner: $0] }), owner.disposedAt == nil else { return [] }
    guard kind.commonOwner == owner.id else {
      return [EachHeldByItsOwn(count: kind.alive, type: owner.type, site: owner.site)]
    }
    return [HeldBy(owner: owner.id, children: owner.children, type: owner.type, site: owner.site)]
  }
}

extension Life {
  /// Whether the handle went later than at once: the program had done other things before.
  var handleWasKept: Bool { rare.first?.handleWasKept ?? false }
}
