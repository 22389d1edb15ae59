/// Makes a recording out of records: for tests, and for importers that bring events from another tracer.
///
/// Records come thread by thread or mixed; those of one thread in the order of time. Ticks are nanoseconds.
/// Texts longer than a mebibyte are cut.
public struct RecordingWriter: ~Copyable {
  /// A chunk is ended when it holds this many bytes.
  package static let chunkSize = 32 << 10
  static let longestText = 1 << 20
  /// The largest number of threads whose chunks are being filled. With one more, the older half of the chunks
  /// end.
  static let mostUnfinished = 1024

  private var bytes: [UInt8]
  /// Bytes that `drain` has given away.
  private var drained: UInt64 = 0
  /// The chunks that are being filled, one a thread. The memory of one that has ended is given back.
  private var builders: [ThreadID: ChunkBuilder] = [:]
  /// Where the next chunk of each thread goes on that has none at the moment.
  private var places: [ThreadID: ChunkBuilder.Place] = [:]
  private var entries: [ChunkIndex.Entry] = []
  private var wallClock: UInt64

  /// Begins a recording with this header; its clock becomes `monotonic`.
  public init(header: RecordingHeader = RecordingHeader()) {
    var header = header
    header.clock = .monotonic
    header.formatMajor = RecordingHeader.supportedMajor
    header.formatMinor = RecordingHeader.supportedMinor
    header.ticksPerSecond = 1_000_000_000
    header.startedTicks = header.startedMonotonic
    if header.identity.count != 16 {
      header.identity = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }
    bytes = header.encoded()
    wallClock = header.startedWallClock
  }

  public mutating func append(_ record: TraceRecord) {
    if let begun = builders[record.thread], let last = begun.lastTime, record.time < last { flush(begun) }
    let builder = builder(of: record.thread)
    builder.append(record)
    if builder.size >= Self.chunkSize { flush(builder) }
  }

  /// The number of threads that hold memory for a chunk.
  var unfinishedCount: Int { builders.count }

  /// The bytes written since the last call. Records that are not yet a whole chunk come later.
  package mutating func drain() -> [UInt8] {
    drained += UInt64(bytes.count)
    defer { bytes = [] }
    return bytes
  }

  /// Seals the recording and returns the rest of its bytes: all of them, if `drain` was never called.
  public consuming func finish() -> [UInt8] {
    for builder in builders.values.sorted(by: { $0.thread < $1.thread }) { flush(builder) }
    let offset = drained + UInt64(bytes.count)
    var header = ChunkHeader()
    header.kind = ChunkKind.index.rawValue
    appendChunk(header, ChunkIndex(sealedWallClock: wallClock, entries: entries).encoded(at: offset))
    return bytes
  }

  private mutating func builder(of thread: ThreadID) -> ChunkBuilder {
    if let builder = builders[thread] { return builder }
    if builders.count >= Self.mostUnfinished { flushOlderHalf() }
    let builder = ChunkBuilder(thread, at: places.removeValue(forKey: thread) ?? ChunkBuilder.Place())
    builders[thread] = builder
    return builder
  }

  private mutating func flushOlderHalf() {
    let oldestFirst = builders.values.sorted {
      ($0.lastTime ?? 0, $0.thread.rawValue) < ($1.lastTime ?? 0, $1.thread.rawValue)
    }
    for builder in oldestFirst.prefix(builders.count / 2) { flush(builder) }
  }

  private mutating func flush(_ builder: ChunkBuilder) {
    builders[builder.thread] = nil
    guard let (header, payload) = builder.take() else { return }
    places[builder.thread] = builder.place
    entries.append(ChunkIndex.Entry(header, at: drained + UInt64(bytes.count)))
    appendChunk(header, payload)
  }

  private mutating func appendChunk(_ header: ChunkHeader, _ payload: [UInt8]) {
    var header = header
    header.payloadLength = UInt32(payload.count)
    header.payloadChecksum = payload.withUnsafeBytes(checksum)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: ChunkHeader.size))
    bytes.withUnsafeMutableBytes { header.encode(to: $0.baseAddress! + start) }
    bytes.append(contentsOf: payload)
  }
}
