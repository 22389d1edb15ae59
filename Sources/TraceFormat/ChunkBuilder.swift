/// Collects one thread's records until they are a chunk.
final class ChunkBuilder {
  /// Where a chunk stands in its thread's stream: its number, and how many records came before it.
  struct Place {
    var sequence: UInt32 = 0
    var before: UInt64 = 0
  }

  let thread: ThreadID
  private(set) var lastTime: UInt64?
  private var header = ChunkHeader()
  private var writer: GrowingWriter

  init(_ thread: ThreadID, at place: Place) {
    self.thread = thread
    header.sequence = place.sequence
    header.before = place.before
    writer = GrowingWriter(thread)
    header.thread = thread.rawValue
    header.kind = ChunkKind.lifecycle.rawValue
  }

  deinit { writer.deallocate() }

  var size: Int { writer.size }

  /// The place of the chunk that is being filled.
  var place: Place { Place(sequence: header.sequence, before: header.before) }

  /// The chunk's head and payload, and an empty chunk begun; nil when there are no records.
  func take() -> (ChunkHeader, [UInt8])? {
    guard header.count > 0 else { return nil }
    header.closedTicks = header.lastTicks
    header.closedMonotonic = header.lastTicks
    header.counts = writer.counts
    defer {
      header.sequence &+= 1
      header.before += UInt64(header.count)
      header.count = 0
      lastTime = nil
    }
    return (header, writer.bytes)
  }

  func append(_ record: TraceRecord) {
    if header.count == 0 {
      header.firstTicks = record.time
      header.openedTicks = record.time
      header.openedMonotonic = record.time
      writer.begin(thread, ticks: record.time)
    }
    header.count += 1
    header.lastTicks = record.time
    lastTime = record.time
    writer.write(record.event, ticks: record.time)
  }
}
