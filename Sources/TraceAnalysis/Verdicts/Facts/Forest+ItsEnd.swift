internal import TraceFormat

extension Forest {
  /// How long the program's own coming to its end may have taken: at least as long as a program takes, or a
  /// twentieth of it all.
  private func lastMoments(isOrderly: Bool) -> UInt64 {
    max(
      (ended - began) / Thresholds.lastParts,
      Thresholds.lastMoments.nanoseconds * (isOrderly ? Thresholds.slowerOrderlyEnd : 1))
  }

  /// Whether the handle was let go, and the program went on.
  func hasLostHandle(_ life: Life) -> Bool {
    guard let rare = life.rare.first, let released = rare.handleReleasedAt else { return false }
    guard hasKeptHandle(life) else { return lastFresh > released }
    return goesOn(after: released, on: rare.handleReleasedOn)
  }

  /// Whether somebody had the handle for a while. A handle that was let go at once was not put away with
  /// anything.
  func hasKeptHandle(_ life: Life) -> Bool {
    guard let released = life.handleReleasedAt else { return false }
    return released - min(released, life.subscribedAt) > Thresholds.atOnce
  }

  /// Whether the program went on after `time`, at which `thread` let go of something.
  ///
  /// A handle that goes as the program comes to its end is followed by ends alone. Other threads may do more
  /// in the meantime.
  func goesOn(after time: UInt64, on thread: ThreadID) -> Bool {
    guard lastFresh > time else { return false }
    guard endsOrderly || isCutAtOrderlyEnd else { return true }
    let longest = min(lastMoments(isOrderly: true), Thresholds.longestEnd.nanoseconds)
    return acts[thread] ?? 0 > time || lastSeen - min(lastSeen, time) > longest
  }

  /// Whether it ended only as the program came to its own end: nothing but ends came after it, on its thread,
  /// and then the recording was over.
  func isPutAway(_ life: Life) -> Bool {
    guard let end = life.isDisposed ? life.disposalFields : life.hasEnding ? life.end : nil else {
      return false
    }
    guard lastSeen - min(lastSeen, end.time) <= lastMoments(isOrderly: endsOrderly),
      end.time > acts[end.thread] ?? 0
    else { return false }
    return !life.hasEnding || life.stoppedBy != nil || life.owner != nil || hasEndedWithAnObject(life)
  }

  /// Whether it completed since its source did, which does so only as the object goes that it is a part of.
  func hasEndedWithAnObject(_ life: Life) -> Bool {
    guard life.hasEnding, !life.hasFailed, life.stoppedBy == nil else { return false }
    var source = life
    while let above = source.upstreams.first, source.upstreams.count == 1 {
      source = above
      guard source.role.kind == .source else { return false }
    }
    return source.traits.contains(.endsWithItsObject)
  }
}

extension DisposalReason {
  /// The program ended it, or let go of its holder.
  var isOfProgram: Bool { self == .explicit || self == .owner || self == .deinitialized }
}
