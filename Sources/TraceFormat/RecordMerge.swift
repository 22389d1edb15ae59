extension Recording {
  /// Every record, in the order of time; the records of one thread in the order in which it made them. Where records
  /// are missing a `lost` record says how many. Keeps no more in memory than the chunks of one moment.
  public var records: Records { Records(recording: self) }

  /// Gives every record to `body`, as `records` does.
  public func forEach<Failure: Error>(_ body: (TraceRecord) throws(Failure) -> Void) throws(Failure) {
    var merge = RecordMerge(self)
    while let record = merge.next() { try body(record) }
  }

  /// The records of a recording; each time it is gone through, the file is read again.
  public struct Records: Sequence {
    let recording: Recording

    public struct Iterator: IteratorProtocol {
      var merge: RecordMerge
      public mutating func next() -> TraceRecord? { merge.next() }
    }

    public func makeIterator() -> Iterator { Iterator(merge: RecordMerge(recording)) }
  }
}

/// The records of all chunks in the order of time: a heap of the chunks that are open at the moment.
struct RecordMerge {
  private let recording: Recording
  private var upcoming: ArraySlice<StoredChunk>
  private var losses: ArraySlice<Loss>
  private var heap: [OpenChunk] = []
  private var line: ClockMap.Line

  init(_ recording: Recording) {
    self.recording = recording
    upcoming = recording.sources[...]
    losses = recording.losses[...]
    line = recording.clock.line(at: 0)
  }

  mutating func next() -> TraceRecord? {
    while let chunk = upcoming.first, heap.isEmpty || chunk.header.openedTicks <= heap[0].ticks {
      upcoming.removeFirst()
      if let open = OpenChunk(chunk, recording.source) {
        push(open)
      } else {
        lose(chunk, after: 0, since: chunk.header.openedTicks)
      }
    }
    if let loss = losses.first, heap.isEmpty || loss.ticks <= heap[0].ticks {
      losses.removeFirst()
      return record(
        loss.ticks, loss.thread, .lost(count: loss.count, since: recording.clock.nanoseconds(loss.sinceTicks))
      )
    }
    guard !heap.isEmpty else { return nil }
    let open = heap[0]
    let ticks = open.ticks
    let event = open.event
    let record =
      switch event {
      case .lost(let count, _):
        record(
          ticks, open.thread, .lost(count: count, since: recording.clock.nanoseconds(open.earlierTicks)))
      case .aliveBefore(let id, let downstream, let role, let site, _):
        record(
          ticks, open.thread,
          .aliveBefore(
            id, downstream: downstream, role: role, site: site,
            since: recording.clock.nanoseconds(open.earlierTicks)))
      default: record(ticks, open.thread, event)
      }
    if open.advance() {
      sink()
    } else {
      removeFirst()
      if open.chunk.header.count > open.read { lose(open.chunk, after: open.read, since: ticks) }
    }
    return record
  }

  /// A chunk that turned out not to hold what its head says: the rest of it is lost.
  private mutating func lose(_ chunk: StoredChunk, after read: UInt32, since ticks: UInt64) {
    guard chunk.header.count > read else { return }
    let loss = Loss(
      thread: chunk.header.thread, count: UInt64(chunk.header.count - read), sinceTicks: ticks,
      ticks: max(ticks, chunk.header.lastTicks))
    let place = losses.firstIndex { $0.ticks > loss.ticks } ?? losses.endIndex
    losses.insert(loss, at: place)
  }

  private mutating func record(_ ticks: UInt64, _ thread: UInt32, _ event: TraceEvent) -> TraceRecord {
    if !line.covers(ticks) { line = recording.clock.line(at: ticks) }
    return TraceRecord(time: line.nanoseconds(ticks), thread: ThreadID(rawValue: thread), event: event)
  }

  private mutating func push(_ chunk: OpenChunk) {
    heap.append(chunk)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comesBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var first = 2 * parent + 1
      guard first < heap.count else { return }
      if first + 1 < heap.count, heap[first + 1].comesBefore(heap[first]) { first += 1 }
      guard heap[first].comesBefore(heap[parent]) else { return }
      heap.swapAt(first, parent)
      parent = first
    }
  }
}

/// A chunk that is being read: its bytes, and the record that comes next.
private final class OpenChunk {
  let chunk: StoredChunk
  let thread: UInt32
  private let bytes: UnsafeMutableRawBufferPointer
  private var decoder: RecordDecoder
  private(set) var event: TraceEvent
  private(set) var ticks: UInt64
  private(set) var read: UInt32 = 0

  var earlierTicks: UInt64 { decoder.earlierTicks }

  /// Nil when the chunk holds no record that makes sense.
  init?(_ chunk: StoredChunk, _ source: ByteSource) {
    let size = Int(chunk.header.payloadLength)
    bytes = .allocate(byteCount: size + RecordDecoder.padding, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let payload = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
    if let staged = chunk.staged {
      payload.copyBytes(from: staged)
    } else if source.read(at: chunk.offset + UInt64(chunk.headerLength), into: payload) < size {
      bytes.deallocate()
      return nil
    }
    var decoder = RecordDecoder(
      UnsafeRawBufferPointer(payload), thread: ThreadID(rawValue: chunk.header.thread),
      openedTicks: chunk.header.openedTicks)
    guard chunk.header.count > 0, let event = decoder.next() else {
      bytes.deallocate()
      return nil
    }
    self.chunk = chunk
    thread = chunk.header.thread
    self.event = event
    self.decoder = decoder
    ticks = decoder.ticks
    read = 1
  }

  deinit { bytes.deallocate() }

  func advance() -> Bool {
    guard read < chunk.header.count, let event = decoder.next() else { return false }
    self.event = event
    ticks = decoder.ticks
    read += 1
    return true
  }

  func comesBefore(_ other: OpenChunk) -> Bool {
    if ticks != other.ticks { return ticks < other.ticks }
    return (chunk.stream, chunk.header.sequence) < (other.chunk.stream, other.chunk.header.sequence)
  }
}
