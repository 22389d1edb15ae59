/// A chunk that is being read: its bytes, and the record that comes next.
///
/// Where the bytes make no sense, or hold fewer records than the chunk's head says, the last record is a
/// `lost` one.
final class OpenChunk {
  private let stream: StreamKey
  private let header: ChunkHeader
  private let bytes: UnsafeMutableRawBufferPointer
  // One owner at a time, by construction. No row counts how recordings are read: these are unchecked since
  // asking for each record took a tenth of that time, when it was measured.
  @exclusivity(unchecked) private var decoder: RecordDecoder
  /// The rest of the records was given up.
  private var isGivenUp = false
  /// False if all that the chunk holds was skipped.
  private(set) var hasEvent = false
  @exclusivity(unchecked) private(set) var event: TraceEvent
  @exclusivity(unchecked) private(set) var ticks: UInt64
  /// The past moment that the event refers to.
  @exclusivity(unchecked) private(set) var earlierTicks: UInt64 = 0

  var thread: UInt32 { header.thread }
  var skipped: Skipped { decoder.skipped }

  /// Nil when the chunk has no records.
  init?(_ chunk: StoredChunk, _ source: ByteSource, lacksTraits: Bool, addresses: (any AddressResolver)?) {
    guard chunk.header.count > 0 else { return nil }
    let size = Int(chunk.header.payloadLength)
    bytes = .allocate(byteCount: size + RecordDecoder.padding, alignment: 8)
    let payload = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
    var filled = size
    if let staged = chunk.staged {
      payload.copyBytes(from: staged)
    } else {
      filled = source.read(at: chunk.offset + UInt64(chunk.headerLength), into: payload)
    }
    UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).initializeMemory(as: UInt8.self, repeating: 0)
    stream = chunk.stream
    header = chunk.header
    ticks = chunk.header.openedTicks
    event = .lost(count: 0, since: 0)
    decoder = RecordDecoder(
      UnsafeRawBufferPointer(rebasing: bytes[..<filled]), thread: ThreadID(rawValue: chunk.header.thread),
      openedTicks: chunk.header.openedTicks, count: chunk.header.count, lacksTraits: lacksTraits,
      addresses: addresses)
    hasEvent = advance()
  }

  deinit { bytes.deallocate() }

  /// Goes on to the next record. False at the end.
  @inline(__always)
  func advance() -> Bool {
    guard let event = decoder.next() else { return giveUp() }
    self.event = event
    ticks = decoder.ticks
    earlierTicks = decoder.earlierTicks
    return true
  }

  /// Gives its records to `body`, from the one that comes next on, for as long as they lie before `limit`;
  /// the last one of them that is still to be given is then the next. False at the end.
  @inline(__always)
  func drain(before limit: UInt64, _ body: (OpenChunk, consuming TraceEvent) -> Void) -> Bool {
    guard ticks < limit else { return true }
    body(self, take())
    while let next = decoder.next() {
      ticks = decoder.ticks
      earlierTicks = decoder.earlierTicks
      guard ticks < limit else {
        event = next
        return true
      }
      body(self, next)
    }
    guard giveUp() else { return false }
    guard ticks < limit else { return true }
    // Missing records are told last.
    body(self, take())
    return false
  }

  /// The record that comes next, to be replaced by ``advance()``.
  @inline(__always)
  func take() -> TraceEvent {
    var taken = TraceEvent.lost(count: 0, since: 0)
    swap(&taken, &event)
    return taken
  }

  /// Says how many records are missing at the end, if any.
  @inline(never)
  private func giveUp() -> Bool {
    guard decoder.remaining > 0, !isGivenUp else { return false }
    event = .lost(count: UInt64(decoder.remaining), since: 0)
    earlierTicks = ticks
    ticks = max(ticks, header.lastTicks)
    isGivenUp = true
    return true
  }
}

extension OpenChunk: Comparable {
  /// Whether its record comes before the other chunk's: of equal times, the smaller stream's, then the older
  /// chunk's.
  @inline(__always)
  static func < (left: OpenChunk, right: OpenChunk) -> Bool {
    if left.ticks != right.ticks { return left.ticks < right.ticks }
    return (left.stream, left.header.sequence) < (right.stream, right.header.sequence)
  }

  static func == (left: OpenChunk, right: OpenChunk) -> Bool { left === right }
}
