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

  /// How many values a subject has sent since `time`, to one subscriber or to nobody: at least so many.
  func values(of subject: Life, since time: UInt64) -> UInt64 {
    guard let source = subject.hotSource, !subject.traits.contains(.buffers) else { return 0 }
    let heard = members(ofSource: source).lazy.map { index -> UInt64 in
      let member = self.lives[index]
      guard let first = member.firstValueAt, let last = member.lastValueAt, last > time else { return 0 }
      // A value that it held for whoever came is not a new one. Of an older subscriber one is sure.
      return first > time ? member.values - (member.hadValueAsItBegan ? 1 : 0) : 1
    }
    let unheard = self.unheard[source].map { $0.since > time ? $0.count : 0 } ?? 0
    return max(heard.max() ?? 0, unheard)
  }
}
