internal import TraceFormat

/// Finds out which operators a control signal has stopped, and marks the inner signals that should end for
/// it.
extension ForestBuilder {
  /// A life has completed, because of an event of `cause`. It was stopped if `cause` is its control signal;
  /// if it ends its source early; and if one of its sources was stopped itself. So a stop is followed
  /// downstream as far as it goes, over shared connections too.
  mutating func stopIfEarly(_ life: LifeIndex, by cause: LifeIndex?) {
    if let cause {
      let isItsOwn = lives[cause].downstream.index == life
      let role = lives[cause].role.kind
      if role == .control, isItsOwn { return stop(life, by: cause, at: lives[cause].firedAt) }
      if role == .shared || role == .source && isItsOwn, let before = lives.stop(of: cause) {
        return stop(life, by: before.by, at: before.at)
      }
    }
    if let source = lives.firstUpstream(of: life, where: { $0.reason == .trigger }) {
      stopIfTriggered(life, source)
    }
    if traits(of: life).contains(.stops), lives.stop(of: life) == nil,
      lives.firstUpstream(of: life, where: { $0.isAlive && $0.carriesData }) != nil
    {
      let control = firedControl(of: life).flatMap { lives[$0].firedAt == nil ? nil : $0 }
      let time = control.flatMap { lives[$0].firedAt }
      stop(life, by: control ?? life, at: time ?? lives[life].endTime)
    }
  }

  /// Does the same for a recording without values, which does not hold those of the control signal. It still
  /// holds that a trigger disposed the source, and that the operator completed on this occasion. An operator
  /// that goes on with a replacement is not stopped.
  mutating func stopIfTriggered(_ life: LifeIndex, _ source: LifeIndex) {
    let disposal = lives[source].disposal
    guard lives[life].flags.contains(.completed), lives.stop(of: life) == nil,
      lives[life].end.isTogether(with: disposal), let control = firedControl(of: life)
    else { return }
    stop(life, by: control, at: lives[control].firedAt ?? disposal.time)
  }

  /// The control signal of a life that sent something last, or the last one. Operators have few of them.
  private func firedControl(of life: LifeIndex) -> LifeIndex? {
    var (next, steps) = (lives[life].firstUpstream.index, 0)
    var (last, time): (LifeIndex?, UInt64) = (nil, 0)
    while let upstream = next, steps < 16 {
      if lives[upstream].role.kind == .control, last == nil || lives[upstream].firedAt ?? 0 > time {
        (last, time) = (upstream, lives[upstream].firedAt ?? 0)
      }
      next = lives.nextUpstream(of: upstream)
      steps += 1
    }
    return last
  }

  func traits(of life: LifeIndex) -> SiteTraits {
    sites.entries[Int(lives[life].site)].site.traits
  }

  /// Marks the inner signals that were running below `life` when the signal came.
  private mutating func stop(_ life: LifeIndex, by control: LifeIndex, at time: UInt64?) {
    guard let time, lives.stop(of: life) == nil else { return }
    lives.changeRare(life) { rare in
      rare.stoppedBy = LifeLink(control)
      rare.stoppedAt = time
    }
    guard lives[life].role.kind == .source, let flattening = lives[life].downstream.index else { return }
    // For an operator that begins again, a count that was reached is an end as good as any.
    if traits(of: flattening).contains(.restarts), lives[control].role.kind != .control {
      return
    }
    lives[flattening].flags.insert(.sourceStopped)
    lives.changeRare(flattening) { rare in
      rare.stops += 1
      rare.stoppedSource = LifeLink(life)
      rare.sourceStoppedAt = time
    }
    let lateness = Life.Lateness(
      reason: .stopSignal, since: time, because: control, isGuessed: false)
    var next = lives[flattening].firstUpstream.index
    while let upstream = next {
      next = lives.nextUpstream(of: upstream)
      guard lives[upstream].role.kind == .inner, lives[upstream].isAlive else { continue }
      var lateness = lateness
      if lives[upstream].subscribedAt > time {
        // An operator between had held something back.
        lives.changeRare(flattening) { $0.startsAfterStop += 1 }
        lateness.since = lives[upstream].subscribedAt
      }
      makeLate(upstream, lateness)
    }
  }

  /// The state that a subscription inherits if it began although the source of its downstream had been
  /// stopped: it is a queued inner signal, or the same source once more. If it begins because the source has
  /// ended, the program wants it.
  mutating func latenessAfterStop(
    of life: LifeIndex, _ downstream: LifeIndex, _ thread: ThreadID
  ) -> Life.Lateness? {
    guard let stopped = lives.stoppedSource(of: downstream), lives[downstream].isAlive,
      let stopper = lives.stop(of: stopped.life)?.by
    else { return nil }
    switch lives[life].role.kind {
    case .inner:
      guard !isEnding(stopped.life, on: thread) else { return nil }
    case .source:
      guard traits(of: downstream).contains(.restarts) else { return nil }
    default: return nil
    }
    lives.changeRare(downstream) { $0.startsAfterStop += 1 }
    return Life.Lateness(
      reason: .stopSignal, since: max(stopped.time, lives[life].subscribedAt), because: stopper,
      isGuessed: false)
  }

  /// Whether the thread is in the middle of telling that a life has ended.
  private func isEnding(_ life: LifeIndex, on thread: ThreadID) -> Bool {
    threads.lastSender(on: thread) == life && lives[life].hasEnding
  }
}

extension LifeRow {
  /// When a control signal said its word: its first value or its completion.
  fileprivate var firedAt: UInt64? {
    firstValueAt ?? (flags.contains(.completed) ? endTime : nil)
  }
}
