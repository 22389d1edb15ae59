internal import TraceFormat

// Tasks, and the streams that they wait for, as evidence against a leak.

/// The stream that a loop reads may still be sent to, or is read no more.
struct StreamMayEnd: Evidence {
  enum Cause: Hashable, Sendable {
    /// The recording does not tell that nobody else holds the stream.
    case held
    /// It was finished, and the loop is at its last value.
    case finished
    /// The task was cancelled, and leaves the loop as soon as it comes to that.
    case cancelled
  }

  let loop: LifeIndex
  let stream: LifeIndex
  let site: Site
  let cause: Cause

  /// Nil where nothing speaks for the loop.
  init?(_ waiting: StreamLoop, isGone: Bool) {
    (loop, stream, site) = (waiting.loop.index, waiting.stream.index, waiting.stream.site)
    switch (waiting.isForStream, isGone) {
    case (true, false): cause = .held
    case (true, true) where waiting.isCancelled: cause = .cancelled
    case (false, true) where waiting.isOnlySource: cause = .finished
    default: return nil
    }
  }

  var weight: Acquittal.Weight { cause == .held ? .unmet : .excused }

  var sentence: Sentence? {
    switch cause {
    case .held:
      "\(life: loop) waits for \(life: stream), \(site: site), and the continuation was not seen to go: somebody may still send"
    case .finished:
      "the continuation of \(life: stream), \(site: site), is gone, but the stream has ended: \(life: loop) waits for it no more"
    case .cancelled:
      "the continuation of \(life: stream), \(site: site), is gone, but the task of \(life: loop) was cancelled: it leaves the loop as soon as it comes to that"
    }
  }

  var figures: [Figure] { [.life("loop", loop), .life("stream", stream), .site("line", site)] }
}

/// A child task lives no longer than the task that made it.
struct EndsWithItsTask: Evidence {
  let life: LifeIndex
  let parent: LifeIndex?

  init(life: LifeIndex, parent: Life?) { (self.life, self.parent) = (life, parent?.index) }

  var sentence: Sentence? {
    if let parent {
      "\(life: life) is a child task of \(life: parent), and ends with it"
    } else {
      "\(life: life) is a child task, and ends with the task that made it"
    }
  }

  var figures: [Figure] { [.life("task", life)] + (parent.map { [.life("parent", $0)] } ?? []) }
}
