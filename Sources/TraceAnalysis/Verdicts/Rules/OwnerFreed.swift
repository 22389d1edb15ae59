package import TraceFormat

/// The object is gone, and its subscription lives.
enum OwnerFreed: Rule {
  static let description = RuleDescription(
    of: .ownerFreed, title: "outlived its owner",
    claim: "The object that a subscription belongs to is gone from memory, and the subscription lives.",
    needs: """
      A living subscription that belongs to an object, by `owned(by:)` or by a holder of that object.
      The object went out of memory after the subscription had begun, and the program went on.
      """,
    excuses: """
      A subscription that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      An object that went as the program ended.
      A holder that was disposed: then it is told as such.
      """,
    faulty: .program(
      "Faulty/object-freed/FreedPanels",
      """
      A panel says by `owned(by:)` that a subscription is its own, which disposes nothing as the panel \
      goes.
      """),
    healthy: .program(
      "Healthy/SavedAfterTheScreen",
      "Saving goes on for a moment after its screen is gone, and ends by itself."))

  static let reason = Leak.Reason.ownerFreed
  static let searches: [Search] = [.lostOwners]
}

extension Leak.Reason {
  /// The object that it belongs to is gone from memory; it runs on.
  public static let ownerFreed = Leak.Reason("ownerFreed")
}

/// The owner, or the object that it stands for, was freed; the subscription that it held lives.
struct OwnerWasFreed: Evidence {
  let owner: OwnerID
  let type: String?
  let time: UInt64

  var sentence: Sentence? {
    "\(quoted: type ?? "Its owner") was freed at \(moment: time); its subscription lives"
  }

  var figures: [Figure] { [.owner("owner", owner), .moment("freed at", time)] + Figure.make(type, nil) }
}

extension Leak.Hint {
  /// Dispose the subscription made at `site` with its owner.
  package static func disposeWithOwner(site: Site) -> Leak.Hint {
    Leak.Hint("disposeWithOwner", site) {
      "The owner of the handle of \($0.name) at \($0.place) must dispose the handle at its own end."
    }
  }
}

extension Search {
  /// Lives whose owner was disposed or freed, or has let go of them.
  static let lostOwners = Search("lostOwners", yieldsTo: [.untoldEnds]) { facts, _ in
    facts.ownerBreaks()
  }
}

extension Facts {
  /// A life goes on although its owner was disposed, was freed with its object, or let go of it.
  fileprivate func ownerBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var orphans: [LifeIndex] = []
    for life in forest.living where !life.rare.isEmpty {
      let index = life.index
      if let removal = life.removal {
        if let found = removed(index, removal, &result.acquittals) { result.breaks.append(found) }
      } else if let owner = life.owner.flatMap({ forest[owner: $0] }) {
        // A bag merely holds handles. The handles tell what became of them.
        let object = owner.kind == .object ? owner : owner.holder.flatMap { forest[owner: $0] }
        if let object, let freed = object.releasedAt, owner.disposedAt == nil,
          freed >= life.subscribedAt, forest.goesOn(after: freed, on: object.releasedOn)
        {
          if let end = endByItself(of: index) {
            result.acquittals.add(index, by: .ownerFreed, .excused, end)
          } else {
            result.breaks.append(outlived(index, object, freed).due(isSettled(freed, on: nil)))
          }
        } else if let disposed = owner.disposedAt, disposed >= life.subscribedAt {
          orphans.append(index)
        } else if owner.disposedAt == nil, owner.releasedAt == nil, object?.releasedAt == nil {
          result.acquittals.add(
            index, by: owner.kind == .object ? .ownerFreed : .ownerDisposed, .unmet, ownerLives(life, owner))
        }
      }
    }
    result.breaks += orphaned(orphans)
    return result
  }

  /// Taken out and not put away: nobody has it, or the handle would not have been let go.
  private func removed(
    _ index: LifeIndex, _ removal: (owner: OwnerID, time: UInt64, site: Site?),
    _ acquittals: inout Acquittals
  ) -> Break? {
    let life = forest.lives[index]
    if let end = endByItself(of: index) {
      acquittals.add(index, by: .removedUndisposed, .excused, end)
      return nil
    }
    var evidence: [any Evidence] = [
      RemovedFromOwner(life: index, owner: removal.owner, time: removal.time, call: removal.site)
    ]
    var confidence = Confidence.likely
    let gone: UInt64
    if let released = life.handleReleasedAt, released >= removal.time, forest.hasLostHandle(life) {
      evidence.append(HandleLetGo(life: index, time: released))
      gone = released
    } else if let owner = forest[owner: removal.owner], let disposed = owner.disposedAt,
      disposed > removal.time, forest.goesOn(after: disposed, on: owner.disposedOn), !isPassedOn(index)
    {
      evidence.append(FormerOwnerDisposed(owner: removal.owner, time: disposed))
      // Somebody has the handle, and may mean to keep it.
      confidence = .possible
      gone = disposed
    } else {
      if life.handleReleasedAt == nil {
        acquittals.add(
          index, by: .removedUndisposed, .short, TakenOutAndKept(life: index, time: removal.time))
      }
      return nil
    }
    return Break(
      reason: .removedUndisposed, confidence: confidence, top: index, evidence: evidence,
      site: removal.site ?? life.site, hint: .disposeWhatIsRemoved(site: removal.site ?? life.site),
      isDue: isSettled(gone, on: life.thread))
  }

  /// Others of its kind were disposed after they had been taken out: somebody has their handles.
  private func isPassedOn(_ index: LifeIndex) -> Bool {
    kinds[index]?.isPassedOn ?? false
  }

  /// The object that it belongs to was freed, and the program went on.
  private func outlived(_ index: LifeIndex, _ owner: Owner, _ freed: UInt64) -> Break {
    let life = forest.lives[index]
    let evidence = OwnerWasFreed(owner: owner.id, type: owner.type, time: freed)
    // The handle of a connection is that of the call that connected it.
    let isShared = life.role.kind == .shared
    let connection = isShared ? forest.connections.first { $0.source == index } : nil
    let site = connection?.calledAt ?? life.site
    return Break(
      reason: .ownerFreed, confidence: .certain, top: index,
      evidence: [evidence], site: site, hint: .disposeWithOwner(site: site))
  }

  /// A disposed bag, lifetime or composite disposes everything that it holds.
  ///
  /// It is likely a leak if it survived more than once, and none of the kind has ever ended. Otherwise the
  /// program may have taken something out of the owner unseen.
  private func orphaned(_ orphans: [LifeIndex]) -> [Break] {
    guard !orphans.isEmpty else { return [] }
    var counts: [PathHash: (orphans: Int, ends: Int)] = [:]
    for index in orphans {
      let disposed = forest.lives[index].owner.flatMap { forest[owner: $0]?.disposedAt }
      counts[places[index], default: (0, 0)].orphans += isSettled(disposed ?? 0, on: nil) ? 1 : 0
    }
    for index in forest.lives.indices where !forest.lives[index].isAlive { counts[places[index]]?.ends += 1 }
    return orphans.compactMap { index in
      guard let owner = forest.lives[index].owner.flatMap({ forest[owner: $0] }),
        let disposed = owner.disposedAt
      else { return nil }
      let (orphans, ends) = counts[places[index]] ?? (0, 0)
      let life = forest.lives[index]
      return Break(
        reason: .ownerDisposed, confidence: orphans > 1 && ends == 0 ? .likely : .possible, top: index,
        evidence: [OwnerWasDisposed(owner: owner.id, time: disposed)], site: life.site,
        hint: .disposeWithOwner(site: life.site), isDue: isSettled(disposed, on: nil))
    }
  }
}
