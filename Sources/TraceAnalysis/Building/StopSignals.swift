internal import TraceFormat

/// Finds out which operators a control signal has stopped, and marks the inner signals that should end for it.
extension ForestBuilder {
  /// `number` has completed, because of an event of `cause`. It was stopped if `cause` is its control signal; if it
  /// ends its source early; and if one of its sources was stopped itself. So a stop is followed downstream as far as it
  /// goes, over shared connections too.
  mutating func stopIfEarly(_ number: Int, by cause: Int?) {
    if let cause {
      let isItsOwn = Int(lives[cause - 1].downstream) == number
      let role = lives[cause - 1].role.kind
      if role == .control, isItsOwn { return stop(number, by: cause, at: lives[cause - 1].firedAt) }
      if role == .shared || role == .source && isItsOwn, let before = lives.stop(of: cause - 1) {
        return stop(number, by: before.by, at: before.at)
      }
    }
    if let source = lives.firstUpstream(of: number, where: { $0.reason == .trigger }) {
      stopIfTriggered(number, source)
    }
    if traits(of: number).contains(.stops), lives.stop(of: number - 1) == nil,
      lives.firstUpstream(of: number, where: { $0.isAlive && $0.carriesData }) != nil
    {
      let control = firedControl(of: number).flatMap { lives[$0 - 1].firedAt == nil ? nil : $0 }
      let time = control.flatMap { lives[$0 - 1].firedAt }
      stop(number, by: control ?? number, at: time ?? lives[number - 1].endTime)
    }
  }

  /// Does the same for a recording without values, which does not hold those of the control signal. It still holds that
  /// a trigger disposed the source, and that the operator completed on this occasion. An operator that goes on with a
  /// replacement is not stopped.
  mutating func stopIfTriggered(_ number: Int, _ source: Int) {
    let disposal = lives[source - 1].disposal
    guard lives[number - 1].flags.contains(.completed), lives.stop(of: number - 1) == nil,
      lives[number - 1].end.isTogether(with: disposal), let control = firedControl(of: number)
    else { return }
    stop(number, by: control, at: lives[control - 1].firedAt ?? disposal.time)
  }

  /// The control signal of `number` that sent something last, or the last one. Operators have few of them.
  private func firedControl(of number: Int) -> Int? {
    var (upstream, steps) = (Int(lives[number - 1].firstUpstream), 0)
    var (last, time) = (0, UInt64(0))
    while upstream != 0, steps < 16 {
      if lives[upstream - 1].role.kind == .control, last == 0 || lives[upstream - 1].firedAt ?? 0 > time {
        (last, time) = (upstream, lives[upstream - 1].firedAt ?? 0)
      }
      upstream = lives.nextUpstream(of: upstream)
      steps += 1
    }
    return last == 0 ? nil : last
  }

  func traits(of number: Int) -> SiteTraits {
    sites.entries[Int(lives[number - 1].site)].site.traits
  }

  /// Marks the inner signals that were running below `number` when the signal came.
  private mutating func stop(_ number: Int, by control: Int, at time: UInt64?) {
    guard let time, lives.stop(of: number - 1) == nil else { return }
    lives.changeRare(number - 1) { rare in
      rare.stoppedBy = UInt32(clamping: control)
      rare.stoppedAt = time
    }
    let flattening = Int(lives[number - 1].downstream)
    guard lives[number - 1].role.kind == .source, flattening != 0 else { return }
    // For an operator that begins again, a count that was reached is an end as good as any.
    if traits(of: flattening).contains(.restarts), lives[control - 1].role.kind != .control {
      return
    }
    lives[flattening - 1].flags.insert(.sourceStopped)
    lives.changeRare(flattening - 1) { rare in
      rare.stops += 1
      rare.stoppedSource = UInt32(clamping: number)
      rare.sourceStoppedAt = time
    }
    let lateness = Life.Lateness(
      reason: .stopSignal, since: time, because: control, isGuessed: false)
    var next = Int(lives[flattening - 1].firstUpstream)
    while next != 0 {
      let upstream = next
      next = lives.nextUpstream(of: upstream)
      guard lives[upstream - 1].role.kind == .inner, lives[upstream - 1].isAlive else { continue }
      var lateness = lateness
      if lives[upstream - 1].subscribedAt > time {
        // An operator between had held something back.
        lives.changeRare(flattening - 1) { $0.startsAfterStop += 1 }
        lateness.since = lives[upstream - 1].subscribedAt
      }
      makeLate(upstream, lateness)
    }
  }

  /// The state that a subscription inherits if it began although the source of its downstream had been stopped: it is a
  /// queued inner signal, or the same source once more. If it begins because the source has ended, the program wants
  /// it.
  mutating func latenessAfterStop(
    of number: Int, _ downstream: Int, _ thread: ThreadID
  ) -> Life.Lateness? {
    guard let stopped = lives.stoppedSource(of: downstream - 1), lives[downstream - 1].isAlive,
      let stopper = lives.stop(of: stopped.life - 1)?.by
    else { return nil }
    switch lives[number - 1].role.kind {
    case .inner:
      guard !isEnding(stopped.life, on: thread) else { return nil }
    case .source:
      guard traits(of: downstream).contains(.restarts) else { return nil }
    default: return nil
    }
    lives.changeRare(downstream - 1) { $0.startsAfterStop += 1 }
    return Life.Lateness(
      reason: .stopSignal, since: max(stopped.time, lives[number - 1].subscribedAt), because: stopper,
      isGuessed: false)
  }

  /// Whether the thread is in the middle of telling that `number` has ended.
  private func isEnding(_ number: Int, on thread: ThreadID) -> Bool {
    threads.lastSender(on: thread) == number && lives[number - 1].hasEnding
  }
}

extension LifeRow {
  /// When a control signal said its word: its first value or its completion.
  fileprivate var firedAt: UInt64? {
    firstValueAt ?? (flags.contains(.completed) ? endTime : nil)
  }
}
