internal import TraceFormat

/// Marks each life that goes on although nobody needs it, at the moment when that becomes so. Then each value
/// is known to be late or not without a walk. Each life is marked at most once, so all marking together takes
/// time in proportion to the subscriptions.
extension ForestBuilder {
  /// A life has just ended or was disposed: everything upstream of it should end too.
  mutating func makeUpstreamsLate(of life: LifeIndex, since time: UInt64) {
    let lateness = Life.Lateness(
      reason: .downstreamGone, since: time, because: life, isGuessed: false)
    var next = lives[life].firstUpstream.index
    while let upstream = next {
      makeLate(upstream, lateness)
      next = lives.nextUpstream(of: upstream)
    }
  }

  /// Marks a life and everything upstream of it, except tasks, their loops and shared connections: these do
  /// not belong to their downstream alone.
  mutating func makeLate(_ life: LifeIndex, _ lateness: Life.Lateness) {
    // Most often it has ended.
    guard lives.flags(of: life).isAlive else { return }
    var rest: [(LifeIndex, Life.Lateness)] = []
    var next: (LifeIndex, Life.Lateness)? = (life, lateness)
    while let (index, inherited) = next {
      next = nil
      let row = lives[index]
      let role = row.role.kind
      // A task has a life of its own, a loop ends as its task comes to that, and a shared connection has
      // other downstreams.
      if row.isAlive, !row.isLate, role != .shared, role != .task, role != .loop {
        var lateness = inherited
        if role == .nested { lateness.isGuessed = true }
        lives.setLateness(of: index, to: lateness)
        // Most have one: no list is needed for that.
        if let first = row.firstUpstream.index {
          next = (first, lateness)
          var other = lives.nextUpstream(of: first)
          while let upstream = other {
            rest.append((upstream, lateness))
            other = lives.nextUpstream(of: upstream)
          }
        }
      }
      next = next ?? rest.popLast()
    }
  }

  /// The lateness that a subscription inherits from a downstream already gone or late.
  func latenessAtBirth(of life: LifeIndex, _ downstream: LifeIndex) -> Life.Lateness? {
    guard lives.role(of: life).kind != .task, lives.role(of: life).kind != .loop else { return nil }
    let born = lives.subscribedAt(of: life)
    if let gone = lives.endedAt(of: downstream) {
      return Life.Lateness(
        reason: .downstreamGone, since: max(gone, born), because: downstream, isGuessed: false)
    }
    guard var lateness = lives.lateness(of: downstream) else { return nil }
    lateness.since = max(lateness.since, born)
    lateness.firstValueAt = nil
    lateness.lastValueAt = nil
    return lateness
  }
}

extension ForestDraft {
  /// Forgets the lateness behind a `nested` edge, which is guessed, unless a value that came over the edge
  /// was seen to be dropped at the dead downstream, or may have been.
  mutating func confirmLateness() {
    // Rows are changed in their order, and not in that of the tree.
    var isConfirmed = LifeArray(repeating: false, count: lives.count)
    var isForgotten = isConfirmed
    for index in topDown {
      let flags = lives.flags(of: index)
      guard flags.contains(.late), let downstream = lives.downstream(of: index) else { continue }
      if lives.role(of: index).kind == .nested {
        attributeDrops(to: index, downstream)
        isConfirmed[index] =
          lives.rare(of: index) { $0.droppedDownstream > 0 || $0.perhapsDroppedDownstream > 0 } ?? false
      } else {
        isConfirmed[index] = !flags.contains(.lateByGuess) || isConfirmed[downstream]
      }
      if !isConfirmed[index] {
        isForgotten[index] = true
        lives.forgetLateValues(of: index)
      }
    }
    lives.forgetLateness { isForgotten[$0] }
  }

  /// The values that `index`, and everything nested in it, sent too late. Where very many are nested, only
  /// some are counted.
  private func lateValuesOfNested(in index: LifeIndex) -> UInt64 {
    var (rest, values, steps) = ([index], UInt64(0), 0)
    while let next = rest.popLast(), steps < 4096 {
      steps += 1
      if lives[next].role.kind == .nested { values += lives.lateValues(of: next) }
      rest += upstreams[next]
    }
    return values
  }

  /// Finds a possible sender for values that were dropped and went through another thread, so that their
  /// sender was not seen. They may have come from the only nested upstream that was there to send them, if it
  /// sent as many, together with everything nested in it. A sender that was not recorded may have sent them
  /// all the same.
  private mutating func attributeDrops(to index: LifeIndex, _ downstream: LifeIndex) {
    let dropped = lives.rare(of: downstream) { $0.droppedValues } ?? 0
    guard dropped > 0, lives.rare(of: index, { $0.droppedDownstream == 0 && $0.lateValues > 0 }) ?? false,
      dropped <= lateValuesOfNested(in: index)
    else { return }
    let senders = upstreams[downstream].count {
      lives.role(of: $0).kind == .nested && lives.lateValues(of: $0) > 0
    }
    guard senders == 1 else { return }
    lives.changeRare(index) { $0.perhapsDroppedDownstream = dropped }
  }
}
