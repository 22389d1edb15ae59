internal import TraceFormat

/// Finds out which operators a control signal has stopped, and marks the inner signals that should end for it.
extension ForestBuilder {
  /// `number` has completed, because of an event of `cause`. It was stopped if that is its control signal, or
  /// a source of its that was stopped itself: so a stop is followed downstream as far as it goes.
  mutating func stopIfTold(_ number: Int, by cause: Int?) {
    if let cause, lives[cause - 1].downstream == number {
      let role = lives[cause - 1].role.kind
      if role == .control { return stop(number, by: cause, at: lives[cause - 1].firedAt) }
      if role == .source, let control = lives[cause - 1].stoppedBy {
        return stop(number, by: control, at: lives[cause - 1].stoppedAt)
      }
    }
    if let source = lives[number - 1].upstreams.first(where: { lives[$0 - 1].reason == .trigger }) {
      stopIfTriggered(number, source)
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
    let lateness = Life.Lateness(
      reason: .stopSignal, since: time, because: control, isGuessed: false)
    for upstream in lives[flattening - 1].upstreams {
      guard lives[upstream - 1].role.kind == .inner, lives[upstream - 1].subscribedAt <= time else {
        continue
      }
      makeLate(upstream, lateness)
    }
  }
}

extension Life {
  /// When a control signal said its word: its first value or its completion.
  fileprivate var firedAt: UInt64? {
    firstValueAt ?? (flags.contains(.completed) ? end.time : nil)
  }
}
