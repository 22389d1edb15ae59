internal import TraceFormat

/// Owners with their contents, and the connections.
extension ForestBuilder {
  /// A subscription that an owner takes is the owner's, also where the recording does not say so in a record
  /// of its own.
  ///
  /// - Parameter handover: the call that gave it, where that is known.
  mutating func take(_ child: UInt64, into owner: OwnerID, by handover: SiteEntry?) {
    guard let life = knownLife(child) else { return belong(child, to: owner) }
    named(life, owner, nil)
    if let handover { lives.changeRare(life) { $0.handoverEntry = UInt32(clamping: handover.index) } }
    if life == newestRoot { newestIsSet = true }
    if lives.rare(of: life, { $0.formerOwner != nil }) ?? false {
      lives.changeRare(life) { $0.formerOwner = nil }
    }
  }

  /// A bag that an object holds is the object's.
  private mutating func belong(_ child: UInt64, to object: OwnerID) {
    guard let index = ownerIndices[child], let holder = ownerIndices[object.rawValue],
      owners.kind(of: holder) == .object
    else { return }
    owners.change(index) { $0.holder = object }
  }

  /// A subscription that an owner lets go of is not disposed with it.
  mutating func letGo(_ child: UInt64, by owner: OwnerID, _ time: UInt64, _ thread: ThreadID) {
    guard let life = knownLife(child), lives.owner(of: life) == owner else { return }
    let call = threads.call(on: thread)
    let isCalled =
      call.map { $0.id == owner.rawValue && ($0.call == .remove || $0.call == .replace) } ?? false
    lives.changeRare(life) { rare in
      rare.owner = nil
      rare.formerOwner = owner
      rare.removedAt = time
      let site = isCalled ? call?.site : nil
      if site != nil || rare.removedBy != nil { rare.removedBy = site }
    }
  }

  mutating func changeConnection(_ id: UInt64, _ change: (inout Connection) -> Void) {
    let index: Int
    if let known = connectionIndices[id] {
      index = known
    } else {
      index = connections.count
      connections.append(Connection(id: id))
      connectionIndices.set(id, to: index)
    }
    change(&connections[index])
  }

  mutating func changeOwner(_ id: OwnerID, _ change: (inout OwnerRow) -> Void) {
    let index: Int
    if let known = ownerIndices[id.rawValue] {
      index = known
    } else {
      index = owners.count
      owners.append(id)
      ownerIndices.set(id.rawValue, to: index)
    }
    owners.change(index, change)
  }
}
