/// Records of one thread that were made and cannot be read: how many, and between which moments.
struct Loss: Hashable, Sendable {
  var thread: UInt32
  var count: UInt64
  var sinceTicks: UInt64
  var ticks: UInt64
}

/// What a file's chunks and a staging file's tails amount to: which to read, what is missing, how the clocks
/// run.
struct ChunkLayout {
  private(set) var all: [(chunk: StoredChunk, state: Chunk.State)] = []
  private(set) var sources: [StoredChunk] = []
  private(set) var losses: [Loss] = []
  private(set) var clock = ClockMap()
  let isSealed: Bool
  /// Offsets of chunks that the staging file made good, and of second copies.
  private var repaired: Set<UInt64> = []
  private var missing: [Damage] = []

  init(_ found: [StoredChunk], tails: Staging?, index: ChunkIndex?, header: RecordingHeader) {
    isSealed = index != nil
    let tails = isSealed ? nil : tails
    clock = Self.clock(found, tails, header)
    let good = choose(found, tails)
    sources = good.sorted {
      ($0.header.openedTicks, $0.stream, $0.header.sequence) < (
        $1.header.openedTicks, $1.stream, $1.header.sequence
      )
    }
    findLosses(good, found, tails, index, header)
  }

  /// The damage, with what the staging file repaired and what the index misses.
  func revised(_ damage: [Damage]) -> [Damage] {
    damage.map { damage in
      switch damage.problem {
      case .chunk(let thread, let kind, let sequence, let records) where repaired.contains(damage.offset),
        .cutChunk(let thread, let kind, let sequence, let records) where repaired.contains(damage.offset):
        Damage(
          problem: .repaired(thread: thread, kind: kind, sequence: sequence, records: records),
          offset: damage.offset,
          length: damage.length)
      default: damage
      }
    } + missing
  }

  private static func clock(_ found: [StoredChunk], _ tails: Staging?, _ header: RecordingHeader) -> ClockMap
  {
    let counted = found.filter { $0.header.clock == RecordingHeader.Clock.cycles.rawValue }
    guard header.clock == .cycles || !counted.isEmpty else { return ClockMap() }
    var readings = counted.flatMap {
      [
        ClockMap.Reading(ticks: $0.header.openedTicks, nanoseconds: $0.header.openedMonotonic),
        ClockMap.Reading(ticks: $0.header.closedTicks, nanoseconds: $0.header.closedMonotonic),
      ]
    }
    if header.clock == .cycles {
      readings.append(ClockMap.Reading(ticks: header.startedTicks, nanoseconds: header.startedMonotonic))
    }
    return ClockMap(readings + (tails?.readings ?? []), ticksPerSecond: header.ticksPerSecond)
  }

  /// One chunk for each number of each stream: the first good one in the file, else the one in the staging
  /// file.
  private mutating func choose(_ found: [StoredChunk], _ tails: Staging?) -> [StoredChunk] {
    struct Name: Hashable {
      var stream: StreamKey
      var sequence: UInt32
    }
    var taken: Set<Name> = []
    var good: [StoredChunk] = []
    for chunk in found where chunk.holdsRecords && chunk.state == .whole {
      guard taken.insert(Name(stream: chunk.stream, sequence: chunk.header.sequence)).inserted else {
        continue
      }
      good.append(chunk)
    }
    var fromStaging: Set<Name> = []
    for tail in tails?.tails ?? [] where tail.header.count > 0 {
      let name = Name(stream: tail.stream, sequence: tail.header.sequence)
      guard taken.insert(name).inserted else { continue }
      fromStaging.insert(name)
      good.append(tail)
    }
    for chunk in found {
      let name = Name(stream: chunk.stream, sequence: chunk.header.sequence)
      let isReplaced = chunk.holdsRecords && chunk.state != .whole && fromStaging.contains(name)
      if isReplaced { repaired.insert(chunk.offset) }
      let state: Chunk.State =
        switch chunk.state {
        case .whole: .whole
        case .damaged: isReplaced ? .replaced : .damaged
        case .cut: isReplaced ? .replaced : .cut
        }
      all.append((chunk, state))
    }
    all += good.filter { $0.staged != nil }.map { ($0, .whole) }
    return good
  }

  /// Each stream counts its records; where the counts jump, records are missing.
  private mutating func findLosses(
    _ good: [StoredChunk], _ found: [StoredChunk], _ tails: Staging?, _ index: ChunkIndex?,
    _ header: RecordingHeader
  ) {
    struct Stream {
      var chunks: [StoredChunk] = []
      /// The most records that anything says the stream has had, and when.
      var claimed: UInt64 = 0
      var claimedTicks: UInt64 = 0

      mutating func claim(_ count: UInt64, at ticks: UInt64) {
        if count > claimed { (claimed, claimedTicks) = (count, ticks) }
      }
    }
    var streams: [StreamKey: Stream] = [:]
    for chunk in good { streams[chunk.stream, default: Stream()].chunks.append(chunk) }
    for chunk in found where chunk.holdsRecords {
      streams[chunk.stream, default: Stream()].claim(chunk.recordsThroughEnd, at: chunk.header.lastTicks)
    }
    for tail in tails?.tails ?? [] {
      let total = tail.recordsThroughEnd.addingClamped(tails?.unstaged[tail.stream] ?? 0)
      streams[tail.stream, default: Stream()].claim(
        total, at: max(tail.header.lastTicks, tail.header.closedTicks))
    }
    let offsets = Set(found.map(\.offset))
    for entry in index?.entries ?? [] {
      let stream = StreamKey(thread: entry.thread, kind: entry.kind)
      streams[stream, default: Stream()].claim(
        entry.before.addingClamped(UInt64(entry.count)), at: entry.lastTicks)
      if !offsets.contains(entry.offset) {
        let problem = Damage.Problem.missingChunk(
          thread: ThreadID(rawValue: entry.thread), kind: ChunkKind(rawValue: entry.kind),
          sequence: entry.sequence,
          records: entry.count)
        missing.append(Damage(problem: problem, offset: entry.offset, length: 0))
      }
    }
    for (key, stream) in streams.sorted(by: { $0.key < $1.key }) {
      var expected: UInt64 = 0
      var since = header.startedTicks
      for chunk in stream.chunks.sorted(by: { $0.header.sequence < $1.header.sequence }) {
        if chunk.header.before > expected {
          losses.append(
            Loss(
              thread: key.thread, count: chunk.header.before - expected, sinceTicks: since,
              ticks: chunk.header.openedTicks))
        }
        expected = max(expected, chunk.recordsThroughEnd)
        since = chunk.header.lastTicks
      }
      if stream.claimed > expected {
        losses.append(
          Loss(
            thread: key.thread, count: stream.claimed - expected, sinceTicks: since,
            ticks: max(stream.claimedTicks, since)))
      }
    }
    if let elsewhere = tails?.lostElsewhere, elsewhere > 0 {
      let end = good.map(\.header.lastTicks).max() ?? header.startedTicks
      losses.append(Loss(thread: 0, count: elsewhere, sinceTicks: header.startedTicks, ticks: end))
    }
    losses.sort { ($0.ticks, $0.thread, $0.sinceTicks) < ($1.ticks, $1.thread, $1.sinceTicks) }
  }
}
