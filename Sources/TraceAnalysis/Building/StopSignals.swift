internal import TraceFormat

/// Finds out which operators a control signal has stopped, and marks the inner signals that should end for it.
extension ForestBuilder {
  /// `number` has completed, because of an event of `cause`. It was stopped if that is its control signal; if it ends
  /// its source early; and if a source of its was stopped itself: so a stop is followed downstream as far as it goes,
  /// over shared connections too.
  mutating func stopIfEarly(_ number: Int, by cause: Int?) {
    if let cause {
      let isItsOwn = lives[cause - 1].downstream == number
      let role = lives[cause - 1].role.kind
      if role == .control, isItsOwn { return stop(number, by: cause, at: lives[cause - 1].firedAt) }
      if role == .shared || role == .source && isItsOwn, let stopper = lives[cause - 1].stoppedBy {
        return stop(number, by: stopper, at: lives[cause - 1].stoppedAt)
      }
    }
    if let source = lives[number - 1].upstreams.first(where: { lives[$0 - 1].reason == .trigger }) {
      stopIfTriggered(number, source)
    }
    if lives[number - 1].site.traits.contains(.stops), lives[number - 1].stoppedBy == nil,
      lives[number - 1].upstreams.contains(where: { lives[$0 - 1].isAlive && lives[$0 - 1].carriesData })
    {
      let control = firedControl(of: number).flatMap { lives[$0 - 1].firedAt == nil ? nil : $0 }
      let time = control.flatMap { lives[$0 - 1].firedAt }
      stop(number, by: control ?? number, at: time ?? lives[number - 1].end.time)
    }
  }

  /// A recording without values does not hold the control signal's. It still says that the source was disposed
  /// by a trigger, and that the operator completed at that occasion; one that goes on with a replacement is
  /// not stopped.
  mutating func stopIfTriggered(_ number: Int, _ source: Int) {
    let disposal = lives[source - 1].disposalFields
    guard lives[number - 1].flags.contains(.completed), lives[number - 1].stoppedBy == nil,
      lives[number - 1].end.isTogether(with: disposal), let control = firedControl(of: number)
    else { return }
    stop(number, by: control, at: lives[control - 1].firedAt ?? disposal.time)
  }

  /// The control signal of `number` that sent something last, or the last one. Operators have few of them.
  private func firedControl(of number: Int) -> Int? {
    lives[number - 1].upstreams.prefix(16)
      .filter { lives[$0 - 1].role.kind == .control }
      .max { (lives[$0 - 1].firedAt ?? 0) < (lives[$1 - 1].firedAt ?? 0) }
  }

  /// Marks the inner signals that were running below `number` when the signal came.
  private mutating func stop(_ number: Int, by control: Int, at time: UInt64?) {
    guard let time, lives[number - 1].stoppedBy == nil else { return }
    lives[number - 1].changeRare { rare in
      rare.stoppedBy = UInt32(clamping: control)
      rare.stoppedAt = time
    }
    guard lives[number - 1].role.kind == .source, let flattening = lives[number - 1].downstream else {
      return
    }
    // For what begins again, a count that was reached is an end as good as any.
    if lives[flattening - 1].site.traits.contains(.restarts), lives[control - 1].role.kind != .control {
      return
    }
    lives[flattening - 1].flags.insert(.sourceStopped)
    lives[flattening - 1].changeRare { rare in
      rare.stops += 1
      rare.stoppedSource = UInt32(clamping: number)
      rare.sourceStoppedAt = time
    }
    let lateness = Life.Lateness(
      reason: .stopSignal, since: time, because: control, isGuessed: false)
    for upstream in lives[flattening - 1].upstreams {
      guard lives[upstream - 1].role.kind == .inner, lives[upstream - 1].isAlive else { continue }
      var lateness = lateness
      if lives[upstream - 1].subscribedAt > time {
        // An operator between had held something back.
        lives[flattening - 1].changeRare { $0.startsAfterStop += 1 }
        lateness.since = lives[upstream - 1].subscribedAt
      }
      makeLate(upstream, lateness)
    }
  }

  /// What a subscription inherits that was begun although the source of its downstream had been stopped: a queued
  /// inner signal, or the same source once more. What begins because the source has ended is what the program wants.
  mutating func latenessAfterStop(
    of number: Int, _ downstream: Int, _ thread: ThreadID
  ) -> Life.Lateness? {
    guard let stopped = lives[downstream - 1].stoppedSource, lives[downstream - 1].isAlive,
      let stopper = lives[stopped.life - 1].stoppedBy
    else { return nil }
    switch lives[number - 1].role.kind {
    case .inner:
      guard !isEnding(stopped.life, on: thread) else { return nil }
    case .source:
      guard lives[downstream - 1].site.traits.contains(.restarts) else { return nil }
    default: return nil
    }
    lives[downstream - 1].changeRare { $0.startsAfterStop += 1 }
    return Life.Lateness(
      reason: .stopSignal, since: max(stopped.time, lives[number - 1].subscribedAt), because: stopper,
      isGuessed: false)
  }

  /// Whether the thread is in the middle of telling that `number` has ended.
  private func isEnding(_ number: Int, on thread: ThreadID) -> Bool {
    threads.current(thread).life == number && lives[number - 1].hasEnding
  }
}

extension Life {
  /// When a control signal said its word: its first value or its completion.
  fileprivate var firedAt: UInt64? {
    firstValueAt ?? (flags.contains(.completed) ? end.time : nil)
  }
}
