internal import TraceFormat

/// Marks what lives on although nobody needs it, at the moment when that becomes so: each value is then
/// known to be late or not without a walk. Each life is marked at most once, so all marking together
/// takes time in proportion to the subscriptions.
extension ForestBuilder {
  /// How far a stop signal is followed downstream. Real chains are shorter; damaged traces can hold circles.
  private static let longestChain = 4096

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
      let life = lives[number - 1]
      guard life.isAlive, life.lateness == nil, life.role.kind != .shared else { continue }
      var lateness = inherited
      if life.role.kind == .nested { lateness.isGuessed = true }
      lives[number - 1].lateness = lateness
      for upstream in life.upstreams { rest.append((upstream, lateness)) }
    }
  }

  /// What a subscription inherits that was made for something already gone or late.
  func latenessAtBirth(of number: Int, _ downstream: Int) -> Life.Lateness? {
    let below = lives[downstream - 1]
    let born = lives[number - 1].subscribedAt
    if let gone = below.endedAt {
      return Life.Lateness(
        reason: .downstreamGone, since: max(gone, born), because: downstream, isGuessed: false)
    }
    guard var lateness = below.lateness else { return nil }
    lateness.since = max(lateness.since, born)
    lateness.firstValueAt = nil
    lateness.lastValueAt = nil
    return lateness
  }

  func isControl(_ number: Int, of downstream: Int) -> Bool {
    lives[number - 1].downstream == downstream && lives[number - 1].role.kind == .control
  }

  /// The control signal of `number` that sent something last.
  func firedControl(of number: Int) -> Int? {
    lives[number - 1].upstreams
      .filter { lives[$0 - 1].role.kind == .control && lives[$0 - 1].firedAt != nil }
      .max { (lives[$0 - 1].firedAt ?? 0) < (lives[$1 - 1].firedAt ?? 0) }
  }

  /// `control` has stopped `number`. Whatever a flattening operator below made from it should end too: the
  /// inner signals that were running when the signal came.
  mutating func stop(_ number: Int, by control: Int) {
    guard lives[number - 1].stoppedBy == nil, let time = lives[control - 1].firedAt else { return }
    lives[number - 1].stoppedBy = control
    lives[number - 1].stoppedAt = time
    let lateness = Life.Lateness(
      reason: .stopSignal, since: time, because: control, isGuessed: false)
    var source = number
    for _ in 0..<Self.longestChain {
      guard lives[source - 1].role.kind == .source, let below = lives[source - 1].downstream else { return }
      for upstream in lives[below - 1].upstreams {
        let life = lives[upstream - 1]
        if life.role.kind == .inner, life.subscribedAt <= time { makeLate(upstream, lateness) }
      }
      source = below
    }
  }
}

extension Life {
  /// When a control signal said its word: its first value or its completion.
  var firedAt: UInt64? {
    firstValueAt ?? (ending?.kind == .completed ? ending?.time : nil)
  }
}

extension Forest {
  /// Forgets the lateness behind a `nested` edge, which is guessed, unless a value that came over the edge
  /// was seen to be dropped at the dead downstream.
  mutating func confirmLateness() {
    var isConfirmed = [Bool](repeating: false, count: lives.count)
    for index in topDown {
      guard let isGuessed = lives[index].lateness?.isGuessed, let downstream = lives[index].downstream else {
        continue
      }
      if lives[index].role.kind == .nested {
        attributeDrops(to: index, downstream - 1)
        isConfirmed[index] = lives[index].droppedDownstream > 0
      } else {
        isConfirmed[index] = !isGuessed || isConfirmed[downstream - 1]
      }
      if !isConfirmed[index] {
        lives[index].lateness = nil
        lives[index].lateValues = 0
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
    if senders.count == 1 { lives[index].droppedDownstream = min(below.droppedValues, life.lateValues) }
  }
}
