internal import TraceFormat

/// Marks what lives on although nobody needs it, at the moment when that becomes so: each value is then
/// known to be late or not without a walk. Each life is marked at most once, so all marking together
/// takes time in proportion to the subscriptions.
extension ForestBuilder {
  /// `number` has just ended or was disposed: what is upstream of it should end too.
  mutating func makeUpstreamsLate(of number: Int, since time: UInt64) {
    let lateness = Life.Lateness(
      reason: .downstreamGone, since: time, because: number, isGuessed: false)
    var upstream = Int(lives[number - 1].firstUpstream)
    while upstream != 0 {
      makeLate(upstream, lateness)
      upstream = Int(lives[upstream - 1].nextUpstream)
    }
  }

  /// Marks `number` and what is upstream of it. A shared connection has other downstreams, so it is left out.
  mutating func makeLate(_ number: Int, _ lateness: Life.Lateness) {
    // Most often it has ended.
    guard lives[number - 1].isAlive else { return }
    var rest = [(number, lateness)]
    while let (number, inherited) = rest.popLast() {
      let role = lives[number - 1].role.kind
      guard lives[number - 1].isAlive, !lives[number - 1].isLate, role != .shared else { continue }
      var lateness = inherited
      if role == .nested { lateness.isGuessed = true }
      lives.setLateness(of: number - 1, to: lateness)
      var upstream = Int(lives[number - 1].firstUpstream)
      while upstream != 0 {
        rest.append((upstream, lateness))
        upstream = Int(lives[upstream - 1].nextUpstream)
      }
    }
  }

  /// What a subscription inherits that was made for something already gone or late.
  func latenessAtBirth(of number: Int, _ downstream: Int) -> Life.Lateness? {
    let born = lives[number - 1].subscribedAt
    if let gone = lives[downstream - 1].endedAt {
      return Life.Lateness(
        reason: .downstreamGone, since: max(gone, born), because: downstream, isGuessed: false)
    }
    guard var lateness = lives.lateness(of: downstream - 1) else { return nil }
    lateness.since = max(lateness.since, born)
    lateness.firstValueAt = nil
    lateness.lastValueAt = nil
    return lateness
  }
}

extension ForestDraft {
  /// Forgets the lateness behind a `nested` edge, which is guessed, unless a value that came over the edge
  /// was seen to be dropped at the dead downstream.
  mutating func confirmLateness() {
    var isConfirmed = [Bool](repeating: false, count: lives.count)
    for index in topDown.lazy.map({ Int($0) }) {
      let downstream = Int(lives[index].downstream)
      guard lives[index].isLate, downstream != 0 else { continue }
      if lives[index].role.kind == .nested {
        attributeDrops(to: index, downstream - 1)
        isConfirmed[index] = lives.rare(of: index) { $0.droppedDownstream > 0 } ?? false
      } else {
        isConfirmed[index] = !lives[index].flags.contains(.lateByGuess) || isConfirmed[downstream - 1]
      }
      if !isConfirmed[index] {
        lives.setLateness(of: index, to: nil)
      }
    }
  }

  /// Values that were dropped without their sender being seen (they went through another thread) came from
  /// the only nested upstream that was there to send them.
  private mutating func attributeDrops(to index: Int, _ downstream: Int) {
    let dropped = lives.rare(of: downstream) { $0.droppedValues } ?? 0
    guard lives.rare(of: index, { $0.droppedDownstream == 0 && $0.lateValues > 0 }) ?? false, dropped > 0
    else { return }
    let senders = upstreams(of: downstream).count {
      lives[Int($0) - 1].role.kind == .nested && lives.lateValues(of: Int($0) - 1) > 0
    }
    guard senders == 1 else { return }
    let late = lives.lateValues(of: index)
    lives.changeRare(index) { $0.droppedDownstream = min(dropped, late) }
  }
}
