package import TraceFormat

/// A task waits for a stream that nobody can finish any more.
enum WaitsForNobody: Rule {
  static let description = RuleDescription(
    of: .abandoned, title: "waits for a stream that nobody can finish",
    claim: """
      A task reads a stream that is not finished, and nobody has the stream's continuation any more. No value \
      will come, and no end.
      """,
    needs: """
      A loop that waits for the next value of a stream, itself or by its stages, and the news that nobody \
      else holds the stream.
      It is a suspect where the task is the child of another one, which may be about to cancel it.
      It is a suspect as well where a stage reads the stream in a task of its own, or beside other sources.
      """,
    excuses: """
      A continuation that the program still keeps, for any reason.
      A stream that was finished, or whose task was cancelled.
      """,
    faulty: .text(
      """
      A handler yields four values to a stream and returns early, in an error. The task that reads them waits \
      for ever.
      """),
    healthy: .text(
      """
      A clock keeps the continuations of its readers, and may tick at any time.
      """))

  static let reason = Leak.Reason.abandoned
  static let searches: [Search] = [.abandonedStreams]
}

extension Leak.Reason {
  /// Nobody can send to the stream that it waits for, nor finish it.
  public static let abandoned = Leak.Reason("abandoned", .inVain)
}

/// Nobody has the continuation of the stream since then. `values` is the number of values that the loop has
/// read: those that came before the loop began are not counted with the stream.
struct NobodyCanFinish: Evidence {
  let loop: LifeIndex
  let stream: LifeIndex
  let values: UInt64
  let time: UInt64

  var sentence: Sentence? {
    "\(life: loop) has read \(values, "value"); the continuation of \(life: stream) is gone, as was seen at \(moment: time), and the stream is not finished"
  }

  var figures: [Figure] {
    [
      .life("loop", loop), .life("stream", stream), .count("values read", values), .moment("seen at", time),
    ]
  }
}

extension Leak.Hint {
  /// Finish the stream that is made at `site` on every way out.
  package static func finishStream(site: Site) -> Leak.Hint {
    Leak.Hint("finishStream", site) {
      "Finish the stream that is made at \($0.place) on every way out: defer { continuation.finish() }."
    }
  }
}

extension Search {
  /// Streams that nobody can finish.
  static let abandonedStreams = Search("abandonedStreams", yieldsTo: [.brokenLinks]) { facts, _ in
    facts.abandonedBreaks()
  }
}

extension Facts {
  /// Each task that waits for an abandoned stream: nobody can send to that stream any more.
  fileprivate func abandonedBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    guard explains || !forest.abandoned.isEmpty else { return result }
    for source in forest.hotSources {
      let gone = forest.abandoned[source.id]
      guard explains || gone != nil else { continue }
      for member in source.members {
        guard let waiting = StreamLoop(forest.lives[member]), doubt(member) == nil else { continue }
        if let gone, waiting.isForStream, !waiting.isCancelled {
          result.breaks.append(waitingBreak(waiting, since: gone.time))
        } else if let reason = StreamMayEnd(waiting, isGone: gone != nil) {
          result.acquittals.add(waiting.top.index, by: .abandoned, reason.weight, reason)
        }
      }
    }
    return result
  }

  private func waitingBreak(_ waiting: StreamLoop, since time: UInt64) -> Break {
    let (top, loop, stream) = (waiting.top, waiting.loop, waiting.stream)
    let isOwn = loop.downstream.map { $0.role.kind == .task } ?? true
    let isCertain = waiting.isOnlySource && isOwn && top.role != Role(.task, number: 1)
    return Break(
      reason: .abandoned, confidence: isCertain ? .certain : .possible, top: top.index,
      evidence: [
        NobodyCanFinish(loop: loop.index, stream: stream.index, values: loop.values, time: time)
      ],
      site: top.site, other: stream.site, hint: .finishStream(site: stream.site))
  }
}

/// A loop that lives and reads a stream.
struct StreamLoop {
  let stream: Life
  let loop: Life
  /// Nothing else feeds the stages between the stream and the loop.
  let isOnlySource: Bool
  /// The task of the loop, unless it has returned: a loop that it made goes on in another task.
  private let task: Life?

  init?(_ stream: Life) {
    guard let (loop, isOnlySource) = stream.reader, loop.isAlive else { return nil }
    (self.stream, self.loop, self.isOnlySource) = (stream, loop, isOnlySource)
    task = loop.downstream.flatMap { $0.role.kind == .task && !$0.isOver ? $0 : nil }
  }

  /// The stream is not finished.
  var isForStream: Bool { stream.isAlive }

  /// One that is cancelled leaves its loop as soon as it comes to that.
  var isCancelled: Bool { task.map { !$0.isAlive } ?? false }

  /// The subscription that waits: the task, or the loop if that goes on without it.
  var top: Life { isCancelled ? loop : task ?? loop }
}

extension Life {
  /// The loop that reads this stream, itself or by its stages, and whether nothing else feeds the stages; nil
  /// where no loop does.
  var reader: (loop: Life, isOnlySource: Bool)? {
    var (above, isOnlySource) = (self, true)
    while let below = above.downstream {
      if below.upstreams.contains(where: { $0.index != above.index && $0.isAlive && $0.carriesData }) {
        isOnlySource = false
      }
      if below.role.kind == .loop { return (below, isOnlySource) }
      guard below.role.kind == .source else { return nil }
      above = below
    }
    return nil
  }

  /// A task that has returned. A loop that it made goes on in another task.
  fileprivate var isOver: Bool { hasEnding || releasedAt != nil }
}
