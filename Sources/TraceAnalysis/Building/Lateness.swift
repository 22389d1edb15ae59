internal import TraceFormat

/// Marks what lives on although nobody needs it, at the moment when that becomes so: each value is then
/// known to be late or not without a walk. Each life is marked at most once, so all marking together
/// takes time in proportion to the subscriptions.
extension ForestBuilder {
  /// `number` has just ended or was disposed: what is upstream of it should end too.
  mutating func makeUpstreamsLate(of number: Int, since time: UInt64) {
    let lateness = Life.Lateness(
      reason: .downstreamGone, since: time, because: number, isGuessed: false)
    for upstream in lives[number - 1].upstreams { makeLate(upstream, lateness) }
  }

  /// Marks `number` and what is upstream of it. A shared connection has other downstreams, so it is left out.
  mutating func makeLate(_ number: Int, _ lateness: Life.Lateness) {
    var rest = [(number, lateness)]
    while let (number, inherited) = rest.popLast() {
      let role = lives[number - 1].role.kind
      guard lives[number - 1].isAlive, !lives[number - 1].isLate, role != .shared else { continue }
      var lateness = inherited
      if role == .nested { lateness.isGuessed = true }
      lives[number - 1].lateness = lateness
      for upstream in lives[number - 1].upstreams { rest.append((upstream, lateness)) }
    }
  }

  /// What a subscription inherits that was made for something already gone or late.
  func latenessAtBirth(of number: Int, _ downstream: Int) -> Life.Lateness? {
    let born = lives[number - 1].subscribedAt
    if let gone = lives[downstream - 1].endedAt {
      return Life.Lateness(
        reason: .downstreamGone, since: max(gone, born), because: downstream, isGuessed: false)
    }
    guard var lateness = lives[downstream - 1].lateness else { return nil }
    lateness.since = max(lateness.since, born)
    lateness.firstValueAt = nil
    lateness.lastValueAt = nil
    return lateness
  }
}

extension Forest {
  /// Forgets the lateness behind a `nested` edge, which is guessed, unless a value that came over the edge
  /// was seen to be dropped at the dead downstream.
  mutating func confirmLateness() {
    var isConfirmed = [Bool](repeating: false, count: lives.count)
    for index in topDown {
      guard lives[index].isLate, let downstream = lives[index].downstream else { continue }
      if lives[index].role.kind == .nested {
        attributeDrops(to: index, downstream - 1)
        isConfirmed[index] = lives[index].droppedDownstream > 0
      } else {
        isConfirmed[index] = !lives[index].flags.contains(.lateByGuess) || isConfirmed[downstream - 1]
      }
      if !isConfirmed[index] {
        lives[index].lateness = nil
      }
    }
  }

  /// Values that were dropped without their sender being seen (they went through another thread) came from
  /// the only nested upstream that was there to send them.
  private mutating func attributeDrops(to index: Int, _ downstream: Int) {
    let (life, below) = (lives[index], lives[downstream])
    guard life.droppedDownstream == 0, life.lateValues > 0, below.droppedValues > 0 else { return }
    let senders = below.upstreams.filter {
      lives[$0 - 1].role.kind == .nested && lives[$0 - 1].lateValues > 0
    }
    guard senders.count == 1 else { return }
    lives[index].changeRare { $0.droppedDownstream = min(below.droppedValues, life.lateValues) }
  }
}
