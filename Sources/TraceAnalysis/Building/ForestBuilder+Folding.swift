internal import TraceFormat

/// Forgets ended lives that can no longer matter; see ``Folding``.
extension ForestBuilder {
  /// Called when there are many lives, between two records.
  @inline(never)
  mutating func fold(_ now: UInt64) {
    let folding = Folding(lives, sites.entries, now: now, keeping: newestRoot)
    var numbered = [UInt32](repeating: 0, count: lives.count)
    // How many that stay came before, of each.
    var before = [Int](repeating: 0, count: lives.count + 1)
    var count = 0
    for index in lives.indices {
      before[index] = count
      guard folding.stays[index] else {
        if index + 1 != ghost {
          folded.add(lives[index], owner: lives.owner(of: index), late: lives.lateValues(of: index))
        }
        continue
      }
      count += 1
      numbered[index] = UInt32(clamping: count)
    }
    before[lives.count] = count
    func number(_ old: Int) -> Int { old == 0 ? 0 : Int(numbered[old - 1]) }
    lives.keep(numbered)
    numbers = IdentifierTable()
    for index in lives.indices { numbers.set(lives.id(of: index).rawValue, to: index + 1) }
    recent.renumber(number)
    threads.renumber(number)
    blocked.renumber(number)
    waited.number = number(waited.number)
    waited.inside = waited.inside.map { UInt32(clamping: number(Int($0))) }
    ghost = number(ghost)
    newestRoot = number(newestRoot)
    lastActLife = before[min(lastActLife, before.count - 1)]
    foldConnections(number)
    foldOwners(number)
    foldsAt = max(leastLives, lives.count * 2)
  }

  private mutating func foldConnections(_ number: (Int) -> Int) {
    var kept: [Connection] = []
    connectionIndices = IdentifierTable()
    for var connection in connections {
      connection.source = connection.source.map(number).flatMap { $0 == 0 ? nil : $0 }
      connection.members = connection.members.map(number).filter { $0 != 0 }
      guard connection.source != nil || !connection.members.isEmpty else { continue }
      connectionIndices.set(connection.id, to: kept.count)
      kept.append(connection)
    }
    connections = kept
  }

  private mutating func foldOwners(_ number: (Int) -> Int) {
    owners.keep(number)
    ownerIndices = IdentifierTable()
    for (index, owner) in owners.enumerated() { ownerIndices.set(owner.id.rawValue, to: index) }
    folded.forgetOwners { ownerIndices[$0.rawValue] == nil }
  }

  /// The number of a life that stands for all forgotten ones. Events of a forgotten life go there, and change nothing.
  mutating func ghostNumber(_ time: UInt64, _ thread: ThreadID) -> Int {
    if ghost == 0 {
      var row = LifeRow(id: Self.ghostID, thread: thread, time: time)
      row.flags = [.completed, .disposed]
      (row.endTime, row.disposalTime) = (time, time)
      lives.append(row, isCounted: false)
      ghost = lives.count
    }
    return ghost
  }

  /// No program counts so far.
  private static let ghostID = SubscriptionID(.max)!
}
