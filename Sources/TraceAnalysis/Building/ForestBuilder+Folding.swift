internal import TraceFormat

/// Forgets ended lives that can no longer matter; see ``Folding``.
extension ForestBuilder {
  /// Called when there are many lives, between two records.
  @inline(never)
  mutating func fold(_ now: UInt64) {
    let folding = Folding(lives, sites.entries, now: now, keeping: newestRoot)
    var newIndices = LifeArray(repeating: LifeLink.none, count: lives.count)
    // Of each the last one that stays, up to it.
    var lastKept = LifeArray(repeating: LifeLink.none, count: lives.count)
    var last: LifeIndex?
    for index in lives.indices {
      guard folding.stays[index] else {
        lastKept[index] = LifeLink(last)
        if index != ghost {
          folded.add(lives[index], owner: lives.owner(of: index), late: lives.lateValues(of: index))
        }
        continue
      }
      last = last?.advanced(by: 1) ?? LifeIndex(0)
      newIndices[index] = LifeLink(last)
      lastKept[index] = LifeLink(last)
    }
    func newIndex(_ old: LifeIndex) -> LifeIndex? { newIndices[old].index }
    lives.keep(newIndices)
    lifeIndices = IdentifierTable()
    for index in lives.indices { lifeIndices.set(lives.id(of: index).rawValue, to: index.position) }
    recent.move(newIndex)
    threads.move(newIndex)
    blocked.move(newIndex)
    waited = waited?.moved(newIndex)
    ghost = ghost.flatMap(newIndex)
    newestRoot = newestRoot.flatMap(newIndex)
    lastActLife = lastActLife.flatMap { lastKept[$0].index }
    foldConnections(newIndex)
    if !unheard.isEmpty || !abandoned.isEmpty || !endCalls.isEmpty {
      let joined = Set(lives.indices.map { lives.hotSource(of: $0) })
      unheard = unheard.filter { joined.contains($0.key) }
      abandoned = abandoned.filter { joined.contains($0.key) || lifeIndices[$0.key] != nil }
      endCalls = endCalls.filter { joined.contains($0.key) }
    }
    foldOwners(newIndex)
    foldsAt = max(leastLives, lives.count * 2)
  }

  private mutating func foldConnections(_ newIndex: (LifeIndex) -> LifeIndex?) {
    var kept: [Connection] = []
    connectionIndices = IdentifierTable()
    for var connection in connections {
      connection.source = connection.source.flatMap(newIndex)
      connection.members = connection.members.compactMap(newIndex)
      guard connection.source != nil || !connection.members.isEmpty else { continue }
      connectionIndices.set(connection.id, to: kept.count)
      kept.append(connection)
    }
    connections = kept
  }

  private mutating func foldOwners(_ newIndex: (LifeIndex) -> LifeIndex?) {
    owners.keep(newIndex)
    ownerIndices = IdentifierTable()
    for (index, owner) in owners.enumerated() { ownerIndices.set(owner.id.rawValue, to: index) }
    folded.forgetOwners { ownerIndices[$0.rawValue] == nil }
  }

  /// The life that stands for all forgotten ones. Events of a forgotten life go there, and change nothing.
  mutating func ghostLife(_ time: UInt64, _ thread: ThreadID) -> LifeIndex {
    if let ghost { return ghost }
    var row = LifeRow(id: Self.ghostID, thread: thread, time: time)
    row.flags = [.completed, .disposed]
    (row.endTime, row.disposalTime) = (time, time)
    let index = lives.append(row, isCounted: false)
    ghost = index
    return index
  }

  /// No program counts so far.
  private static let ghostID = SubscriptionID(.max)!
}
