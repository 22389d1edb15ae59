/// The sum of a file's chunks and a staging file's tails: the ones to read, the missing ones, the clocks.
///
struct ChunkLayout {
  private struct Name: Hashable {
    var stream: StreamKey
    var sequence: UInt32

    init(_ chunk: StoredChunk) {
      stream = chunk.stream
      sequence = chunk.header.sequence
    }
  }

  private(set) var all: [(chunk: StoredChunk, state: Chunk.State)] = []
  private(set) var sources: [StoredChunk] = []
  private(set) var losses: [Loss] = []
  private(set) var clock = ClockMap()
  let isSealed: Bool
  /// The fate of damaged chunks and bytes at these offsets.
  private var repaired: Set<UInt64> = []
  private var unfinished: Set<UInt64> = []
  private var missing: [Damage] = []
  /// No more is missing than the recorder has said itself.
  private var isExplained = false

  init(_ found: [StoredChunk], tails: Staging?, index: ChunkIndex?, header: RecordingHeader) {
    isSealed = index != nil
    let tails = isSealed ? nil : tails
    clock = Self.clock(found, tails, header)
    let good = choose(found, tails)
    sources = good.sorted {
      let (left, right) = ($0.header, $1.header)
      return (left.openedTicks, $0.stream, left.sequence) < (right.openedTicks, $1.stream, right.sequence)
    }
    var count = LossCount(startTicks: header.startedTicks)
    count.add(read: good)
    if let tails { count.add(tails) }
    count.add(found: found)
    if let index { count.add(index) }
    losses = count.losses
    isExplained = total(losses.map(\.count)) <= declaredLoss(good, tails)
    for chunk in found where chunk.state != .whole && count.isNewer(chunk) { unfinished.insert(chunk.offset) }
    if let index { findMissing(found, index) }
  }

  /// The damage as it looks once the staging file and the counts are known.
  func revised(_ damage: [Damage]) -> [Damage] {
    damage.map { damage in
      let problem: Damage.Problem =
        switch damage.problem {
        case .chunk(let thread, let kind, let sequence, let records) where repaired.contains(damage.offset),
          .cutChunk(let thread, let kind, let sequence, let records) where repaired.contains(damage.offset):
          .repaired(thread: thread, kind: kind, sequence: sequence, records: records)
        // Somebody completes the recording at this moment, or was killed while doing so.
        case .chunk(_, .staging?, _, _) where !isSealed, .cutChunk(_, .staging?, _, _) where !isSealed:
          .unfinished
        case .chunk where unfinished.contains(damage.offset),
          .cutChunk where unfinished.contains(damage.offset),
          .unknownBytes where isExplained, .cutHead where isExplained:
          .unfinished
        default: damage.problem
        }
      return Damage(problem: problem, offset: damage.offset, length: damage.length)
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
    var taken: Set<Name> = []
    var good = found.filter { $0.holdsRecords && $0.state == .whole && taken.insert(Name($0)).inserted }
    let staged = (tails?.tails ?? []).filter { $0.header.count > 0 && taken.insert(Name($0)).inserted }
    let replacements = Set(staged.map { Name($0) })
    for chunk in found {
      let isReplaced = chunk.holdsRecords && chunk.state != .whole && replacements.contains(Name(chunk))
      if isReplaced { repaired.insert(chunk.offset) }
      all.append((chunk, isReplaced ? .replaced : Chunk.State(chunk.state)))
    }
    all += staged.map { ($0, .whole) }
    good += staged
    return good
  }

  /// How many records the recorder itself says it has dropped.
  private func declaredLoss(_ good: [StoredChunk], _ tails: Staging?) -> UInt64 {
    guard let tails else { return total(good.map(\.header.lost)) }
    let emptyTails = tails.tails.filter { $0.header.count == 0 }
    return total((good + emptyTails).map(\.header.lost) + tails.unstaged.values + [tails.lostElsewhere])
  }

  private func total(_ counts: [UInt64]) -> UInt64 { counts.reduce(0) { $0.addingClamped($1) } }

  private mutating func findMissing(_ found: [StoredChunk], _ index: ChunkIndex) {
    let offsets = Set(found.map(\.offset))
    for entry in index.entries where !offsets.contains(entry.offset) {
      let problem = Damage.Problem.missingChunk(
        thread: ThreadID(rawValue: entry.thread), kind: ChunkKind(rawValue: entry.kind),
        sequence: entry.sequence, records: entry.count)
      missing.append(Damage(problem: problem, offset: entry.offset, length: 0))
    }
  }
}

extension Chunk.State {
  fileprivate init(_ state: StoredChunk.State) {
    switch state {
    case .whole: self = .whole
    case .damaged: self = .damaged
    case .cut: self = .cut
    }
  }
}
