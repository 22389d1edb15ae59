/// An open recording: its facts about itself, its good parts, and its records in the order of time.
///
/// Opening checks every chunk. A damaged, cut or unsealed recording opens as well: its good parts are used,
/// the others are in `damage`. The file stays open for as long as the recording is in memory, and nothing in
/// it can make a reader trap.
public struct Recording: Sendable {
  /// The file it was read from; empty for one in memory.
  public let path: String
  public let header: RecordingHeader
  public let damage: [Damage]
  /// In the order of the file, then the tails from the staging file.
  package let chunks: [Chunk]
  /// Whether the recording was ended in an orderly way. If not, the program was killed, it is still
  /// recording, or its disk was too slow as it exited.
  public let isSealed: Bool
  /// Whether the newest records were put into the file after its program had ended without sealing it. Then
  /// they are as good as those of the staging file, which is gone.
  public let isCompleted: Bool
  /// How many threads that had recorded were still there, besides the one that ended the recording. Their
  /// later events are not in it.
  package let threadsAtEnd: UInt32
  /// Records in good chunks.
  public let recordCount: UInt64
  /// Records that were made and are not in good chunks: dropped by the recorder or damaged afterwards.
  public let lostCount: UInt64
  /// The time of which an unknown number of records may be missing; nil for none. Where it is set,
  /// `lostCount` counts the known losses, and there may be more.
  package let unknownLoss: ClosedRange<UInt64>?
  /// From the start of the recording, or of its first record where the header is damaged, to the moment when
  /// it was sealed, or the last record if it was not; in nanoseconds of `CLOCK_MONOTONIC`.
  public let timeRange: ClosedRange<UInt64>

  /// How many marks of it were made from outside its process. They are records of a thread 0.
  package let outsideMarkCount: Int

  /// The staging file that it was read with; nil where it needs none, or has none.
  package private(set) var stagingPath: String?

  let source: ByteSource
  /// The first chunks of the file, as far as nothing is wrong with them.
  private let goodStart: ArraySlice<StoredChunk>
  let clock: ClockMap
  /// The chunks to read, in the order of their first records.
  let sources: [StoredChunk]
  let losses: [Loss]
  /// Recorded by a library that did not tell the traits of its sites.
  let lacksTraits: Bool
  /// Knows the source lines of sites that are addresses. Nil: they are given as they are.
  package var addresses: (any AddressResolver)?

  /// Opens the recording at `path`, and the staging file beside it if the recording was not sealed.
  public static func open(_ path: String) throws(TraceFormatError) -> Recording {
    try open(RecordingPlace(path))
  }

  /// The same at a place that may have another name for people.
  ///
  /// - Parameter earlier: The same recording as it was opened before, while its program was running. A chunk
  ///   that was good then is not checked again.
  package static func open(
    _ place: RecordingPlace, after earlier: Recording? = nil
  ) throws(TraceFormatError) -> Recording {
    // The staging file first: a record that is written out between the two looks is then found twice, never
    // missed.
    let staging = Staging.Files(besides: place)
    let tails = staging.own.flatMap { Staging($0.source) }
    var recording = try Recording(
      place.recording(), tails, hasStaging: staging.isAny, marks: OutsideMarks.File(besides: place),
      path: place.name, after: earlier)
    if !recording.isSealed, !recording.isCompleted { recording.stagingPath = staging.own?.path }
    recording.addresses = earlier?.addresses
    return recording
  }

  /// Opens a recording that lies in memory.
  public init(bytes: [UInt8]) throws(TraceFormatError) {
    try self.init(ByteSource(bytes), nil, hasStaging: false, path: "")
  }

  /// Opens a recording and its staging file that lie in memory.
  package init(bytes: [UInt8], staging: [UInt8]) throws(TraceFormatError) {
    try self.init(ByteSource(bytes), Staging(ByteSource(staging)), hasStaging: true, path: "")
  }

  /// Opens a recording and the marks beside it that lie in memory.
  package init(bytes: [UInt8], marks: [UInt8]) throws(TraceFormatError) {
    try self.init(ByteSource(bytes), nil, hasStaging: false, marks: .found(ByteSource(marks)), path: "")
  }

  init(
    _ source: ByteSource, _ tails: Staging?, hasStaging: Bool, marks: OutsideMarks.File? = nil, path: String,
    after earlier: Recording? = nil
  ) throws(TraceFormatError) {
    let header: RecordingHeader
    let firstChunk: UInt64
    var damage: [Damage] = []
    if let (whole, length) = try RecordingHead.header(of: source, path: path) {
      header = whole
      firstChunk = UInt64(length)
    } else {
      header = RecordingHeader()
      firstChunk = UInt64(RecordingHeader.magic.count)
      damage.append(Damage(problem: .header, offset: 0, length: firstChunk))
    }
    // Where the header is damaged, its bytes lie before the first chunk and are not a second damage.
    let isDamaged = !damage.isEmpty
    let known = earlier.flatMap { isDamaged ? nil : $0.goodStart(of: header, in: source) }
    let scan = ChunkScan(source, from: firstChunk, behind: known ?? [])
    goodStart = scan.goodStart
    damage += scan.damage.filter { !(isDamaged && $0.offset == firstChunk && $0.problem == .unknownBytes) }

    lacksTraits = header.formatMinor == 0
    let index = Self.index(scan.chunks, source)
    let kept = index == nil ? KeptStaging(scan.chunks, source).flatMap { Staging($0) } : nil
    let tails = [kept, tails].compactMap(\.self).first { $0.identity == header.identity }
    isCompleted = kept?.identity == header.identity
    let layout = ChunkLayout(scan.chunks, tails: tails, index: index, header: header)
    if !layout.isSealed, !isCompleted {
      if !hasStaging { damage.append(Damage(problem: .noStaging, offset: source.length, length: 0)) }
      if hasStaging && tails == nil { damage.append(Damage(problem: .staging, offset: 0, length: 0)) }
    }
    self.path = path
    self.header = header
    self.source = source
    let sealed = layout.isSealed ? scan.chunks.last { $0.isIndex }?.header.closedMonotonic : nil
    // A program that was silent at the end was still there until the recording was sealed.
    let end = sealed.map { sealed in
      max(sealed, layout.sources.map(\.header.lastTicks).max().map(layout.clock.nanoseconds) ?? 0)
    }
    // Nobody knows whose marks they are where the header is damaged.
    let outside = (isDamaged ? nil : marks).map {
      OutsideMarks(
        $0, of: header.identity, in: header.startedMonotonic...max(header.startedMonotonic, end ?? .max))
    }
    outsideMarkCount = outside?.marks.count ?? 0
    clock = layout.clock
    sources = layout.sources.inserting(outside?.chunk(on: layout.clock, header))
    losses = layout.losses
    isSealed = layout.isSealed
    threadsAtEnd = scan.chunks.last { $0.isIndex }?.header.count ?? 0
    let clock = layout.clock
    chunks = layout.all.map { Chunk($0.chunk, state: $0.state, clock: clock) }
    recordCount = sources.reduce(0) { $0.addingClamped(UInt64($1.header.count)) }
    lostCount = losses.reduce(0) { $0.addingClamped($1.count) }
    let first =
      isDamaged ? sources.first.map { clock.nanoseconds($0.header.firstTicks) } : header.startedMonotonic
    let last = sources.map(\.header.lastTicks).max().map(clock.nanoseconds)
    timeRange = (first ?? 0)...max(first ?? 0, last ?? 0, end ?? 0)
    // Without the staging file nobody knows what any thread had staged; with it, it may say that it is not
    // all.
    let since = layout.isSealed ? nil : tails == nil ? 0 : tails?.unsafeSince
    unknownLoss = since.map { [timeRange] ticks in
      let since = ticks == 0 ? timeRange.lowerBound : clock.nanoseconds(ticks)
      return min(max(since, timeRange.lowerBound), timeRange.upperBound)...timeRange.upperBound
    }
    if let unknownLoss, tails != nil {
      let after = unknownLoss.lowerBound - timeRange.lowerBound
      damage.append(Damage(problem: .unknownLoss(after: after), offset: 0, length: 0))
    }
    self.damage = layout.revised(damage) + (outside?.damage ?? [])
  }

  /// The parts that are known to be good from another state of the recording; nil where that is another
  /// recording, or is shorter.
  private func goodStart(of header: RecordingHeader, in source: ByteSource) -> ArraySlice<StoredChunk>? {
    guard self.header == header, source.length >= self.source.length else { return nil }
    return goodStart
  }

  /// The index, if the file has a good one.
  private static func index(_ chunks: [StoredChunk], _ source: ByteSource) -> ChunkIndex? {
    guard let chunk = chunks.last(where: \.isIndex) else { return nil }
    let payload = source.bytes(
      at: chunk.offset + UInt64(chunk.headerLength), count: Int(chunk.header.payloadLength))
    return payload.withUnsafeBytes { ChunkIndex($0) }
  }
}

extension [StoredChunk] {
  /// These, in the order of their first records, with one more of thread 0.
  fileprivate func inserting(_ chunk: StoredChunk?) -> [StoredChunk] {
    guard let chunk else { return self }
    var chunks = self
    let place = chunks.firstIndex { $0.header.openedTicks >= chunk.header.openedTicks }
    chunks.insert(chunk, at: place ?? chunks.count)
    return chunks
  }
}

extension Recording: CustomStringConvertible {
  public var description: String {
    """
    recording of \(recordCount) records in \(chunks.count) chunks, \(lostCount) lost, \
    \(isSealed ? "sealed" : isCompleted ? "completed" : "not sealed"), \(damage.count) damaged places
    """
  }
}
