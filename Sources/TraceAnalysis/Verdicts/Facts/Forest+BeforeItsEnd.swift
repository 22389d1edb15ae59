internal import TraceFormat

extension Forest {
  /// The program as it was before it came to its end and put away everything that it still had.
  ///
  /// Lives that have ended since are alive in it, and no later event is known. It is nil where a look at it
  /// is of no use. It is of use if one of these may be so:
  ///
  /// - A stop signal, or an end, was in vain before.
  /// - An object was freed before its subscriptions.
  /// - A life whose handle was let go ended with an object of the program.
  /// - A call site left a few among many.
  func beforeItsEnd() -> Forest? {
    var moment = UInt64.max
    var isWorthIt = false
    var counts = [(left: Int, ended: Int)](repeating: (0, 0), count: endsOrderly ? siteCount : 0)
    for life in lives {
      guard isPutAway(life) else {
        if endsOrderly, life.isRoot, !life.isAlive { counts[life.entryIndex].ended += 1 }
        continue
      }
      let isOfObject =
        hasOutlivedItsObject(life) || life.handleReleasedAt != nil && hasEndedWithAnObject(life)
      guard isOfObject || !life.hasEnding else { continue }
      moment = min(moment, life.endedAt ?? moment)
      isWorthIt = isWorthIt || isOfObject || life.mayHaveBeenStoppedInVain
      if endsOrderly, life.isRoot { counts[life.entryIndex].left += 1 }
    }
    isWorthIt =
      isWorthIt
      || counts.contains { $0.left >= Thresholds.fewestLeft && $0.ended >= Thresholds.manyEnded * $0.left }
    guard isWorthIt, moment > began else { return nil }
    var forest = self
    forest.ended = moment
    forest.endsOrderly = false
    forest.isCutAtOrderlyEnd = endsOrderly
    forest.acts = acts.mapValues { min($0, moment - 1) }
    // The recording does not tell apart the ends on a thread before and after this moment. Acts are known.
    forest.calm = forest.acts
    forest.works = [:]
    forest.lastFresh = min(lastFresh, forest.acts.values.max() ?? 0)
    forest.table = table.with(rows(at: moment))
    forest.owners.forget(since: moment)
    for index in connections.indices {
      if let time = connections[index].disconnectedAt, time >= moment {
        forest.connections[index].disconnectedAt = nil
      }
    }
    return forest
  }

  /// The object that it belongs to was freed, and it lived.
  private func hasOutlivedItsObject(_ life: Life) -> Bool {
    guard let owner = life.owner.flatMap({ self[owner: $0] }), let ended = life.endedAt else { return false }
    let object = owner.kind == .object ? owner : owner.holder.flatMap { self[owner: $0] }
    return object?.releasedAt.map { $0 < ended } ?? false
  }

  private func rows(at moment: UInt64) -> LifeRows {
    var rows = table.rows
    let before = table.rows
    rows.wake { before.endedAt(of: $0).map { $0 >= moment } ?? false }
    var wasNotLate = LifeArray(repeating: false, count: rows.count)
    for index in rows.indices {
      wasNotLate[index] = before.flags(of: index).contains(.late) && before[index].lateSince >= moment
    }
    rows.forgetLateness { wasNotLate[$0] }
    for index in rows.indices {
      if wasNotLate[index] { rows.forgetLateValues(of: index) }
      guard let rare = rows.rare(of: index), rare.hasChanged(since: moment) else { continue }
      if rare.sourceStoppedAt >= moment { rows[index].flags.remove(.sourceStopped) }
      rows.changeRare(index) { $0.forget(since: moment) }
    }
    return rows
  }
}

extension RareFields {
  fileprivate func hasChanged(since moment: UInt64) -> Bool {
    stoppedAt >= moment || sourceStoppedAt >= moment || removedAt >= moment
      || handleReleasedAt.map { $0 >= moment } ?? false
  }

  fileprivate mutating func forget(since moment: UInt64) {
    if stoppedAt >= moment { (stoppedBy, stoppedAt) = (.none, 0) }
    if sourceStoppedAt >= moment { (stoppedSource, sourceStoppedAt) = (.none, 0) }
    if let released = handleReleasedAt, released >= moment { handleReleasedAt = nil }
    if removedAt >= moment { (owner, formerOwner, removedAt) = (formerOwner ?? owner, nil, 0) }
  }
}

extension Life {
  /// Whether a stop signal above it had fired, or above a failed signal; or its closure's own subscription
  /// may have ended.
  fileprivate var mayHaveBeenStoppedInVain: Bool {
    isLate && lateness?.reason == .stopSignal || stoppedSource != nil
      || !site.traits.isDisjoint(with: [.restarts, .subscribesInUserCode])
  }
}
