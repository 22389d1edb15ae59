/// Records of one thread that were made and cannot be read: how many, and between which moments.
struct Loss: Hashable, Sendable {
  var thread: UInt32
  var count: UInt64
  var sinceTicks: UInt64
  var ticks: UInt64
}

/// Finds out how many records are missing and where. Each stream counts its records from its beginning,
/// written or not; where the counts jump, or end too early, records are missing.
struct LossCount {
  private struct Stream {
    var chunks: [StoredChunk] = []
    /// The most records that anything says the stream has had, and when.
    var claimed: UInt64 = 0
    var claimedTicks: UInt64 = 0
    /// The newest chunk of which the staging file knows. Newer chunks were written after it was read.
    var newest: UInt32?

    mutating func claim(_ count: UInt64, at ticks: UInt64) {
      if count > claimed { (claimed, claimedTicks) = (count, ticks) }
    }

    func isNewer(_ chunk: StoredChunk) -> Bool { newest.map { chunk.header.sequence > $0 } ?? false }
  }

  private var streams: [StreamKey: Stream] = [:]
  private var elsewhere: UInt64 = 0
  private let start: UInt64

  init(startTicks: UInt64) { start = startTicks }

  /// Chunks that will be read.
  mutating func add(read chunks: [StoredChunk]) {
    for chunk in chunks { streams[chunk.stream, default: Stream()].chunks.append(chunk) }
  }

  /// The staging file's record of each stream's end.
  mutating func add(_ staging: Staging) {
    for tail in staging.tails {
      let total = tail.recordsThroughEnd.addingClamped(staging.unstaged[tail.stream] ?? 0)
      let ticks = max(tail.header.lastTicks, tail.header.closedTicks)
      streams[tail.stream, default: Stream()].claim(total, at: ticks)
      streams[tail.stream, default: Stream()].newest = tail.header.sequence
    }
    elsewhere = staging.lostElsewhere
  }

  /// Chunks of which at least the heads are good.
  mutating func add(found chunks: [StoredChunk]) {
    for chunk in chunks where chunk.holdsRecords && !isNewer(chunk) {
      streams[chunk.stream, default: Stream()].claim(chunk.recordsThroughEnd, at: chunk.header.lastTicks)
    }
  }

  mutating func add(_ index: ChunkIndex) {
    for entry in index.entries {
      let stream = StreamKey(thread: entry.thread, kind: entry.kind)
      streams[stream, default: Stream()]
        .claim(entry.before.addingClamped(UInt64(entry.count)), at: entry.lastTicks)
    }
  }

  /// Whether the chunk was begun after the staging file was read: the program runs, and may not have finished
  /// it.
  func isNewer(_ chunk: StoredChunk) -> Bool { streams[chunk.stream]?.isNewer(chunk) ?? false }

  /// In the order of time.
  var losses: [Loss] {
    var losses: [Loss] = []
    for (key, stream) in streams {
      var expected: UInt64 = 0
      var since = start
      func lose(upTo count: UInt64, at ticks: UInt64) {
        guard count > expected else { return }
        losses.append(
          Loss(thread: key.thread, count: count - expected, sinceTicks: since, ticks: max(ticks, since)))
      }
      for chunk in stream.chunks.sorted(by: { $0.header.sequence < $1.header.sequence }) {
        if !stream.isNewer(chunk) { lose(upTo: chunk.header.before, at: chunk.header.openedTicks) }
        expected = max(expected, chunk.recordsThroughEnd)
        since = chunk.header.lastTicks
      }
      lose(upTo: stream.claimed, at: stream.claimedTicks)
    }
    if elsewhere > 0 {
      let end = streams.values.flatMap(\.chunks).map(\.header.lastTicks).max() ?? start
      losses.append(Loss(thread: 0, count: elsewhere, sinceTicks: start, ticks: end))
    }
    return losses.sorted {
      ($0.ticks, $0.thread, $0.sinceTicks, $0.count) < ($1.ticks, $1.thread, $1.sinceTicks, $1.count)
    }
  }
}
