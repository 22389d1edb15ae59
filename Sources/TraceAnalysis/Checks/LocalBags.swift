internal import TraceFormat

/// Bags that went out of memory as soon as they had something to hold.
extension Forest {
  /// Whether it ended with a bag that nobody kept: nobody disposed the bag. It went right after the
  /// subscription was begun, on the same thread.
  func endedWithLocalBag(_ life: Life) -> Bool {
    guard life.isDisposed, life.reason == .owner, !life.hasEnding, !life.wasAliveBefore,
      duration(of: life) < Thresholds.atOnce, let owner = life.owner.flatMap({ self[owner: $0] }),
      owner.kind == .bag || owner.kind == .composite, owner.disposalEntry == 0,
      let disposed = owner.disposedAt, let released = owner.releasedAt,
      released - min(released, disposed) < Thresholds.atOnce
    else { return false }
    return owner.disposedOn == life.thread && owner.releasedOn == life.thread
  }
}
