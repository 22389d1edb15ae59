/// The tails of all streams, as the staging file beside an unsealed recording holds them. The program may be
/// running.
struct Staging: Sendable {
  private(set) var tails: [StoredChunk] = []
  /// The losses of each stream behind its tail: counted, never written.
  private(set) var unstaged: [StreamKey: UInt64] = [:]
  private(set) var lostElsewhere: UInt64 = 0
  private(set) var readings: [ClockMap.Reading] = []
  /// Ticks from which on an unknown number of records may be missing; nil for none. 0 where slots are gone.
  private(set) var unsafeSince: UInt64?

  private let header: StagingHeader

  /// Of the recording that this staging file belongs to.
  var identity: [UInt8] { header.identity }

  /// Nil when the file is no staging file.
  init?(_ source: ByteSource) {
    guard let header = StagingHeader(source) else { return nil }
    self.init(header)
    if source.length < UInt64(StagingLayout.headSize) + header.slots * UInt64(header.slotSize) {
      unsafeSince = 0
    }
    for number in 0..<header.slots(in: source) {
      let offset = header.offset(ofSlot: number)
      let head = source.bytes(at: offset, count: StagingLayout.Slot.headSize)
      if header.isOwn(head, number) {
        readSlot(of: source, at: offset)
      } else if number < header.slots {
        // Somebody has copied something over it: the records there are gone.
        unsafeSince = 0
      }
    }
  }

  /// As a recording keeps it that was completed. Nil when it keeps none.
  init?(_ kept: KeptStaging) {
    guard let header = StagingHeader(kept.head) else { return nil }
    self.init(header)
    if UInt64(kept.slots.count) < header.slots { unsafeSince = 0 }
    for slot in kept.slots {
      guard header.isOwn(slot.head, slot.number) else {
        if slot.number < header.slots { unsafeSince = 0 }
        continue
      }
      for area in header.areas {
        let records = area.kind == .values ? slot.values : slot.lifecycle
        guard let head = SlotHead(slot.head, stream: area.head), head.thread != 0, head.bytes == records.count
        else { continue }
        add(head, area.kind, records, at: slot.offset)
      }
    }
  }

  private init(_ header: StagingHeader) {
    self.header = header
    lostElsewhere = header.lostElsewhere
    unsafeSince = header.unsafeSince == 0 ? nil : header.unsafeSince
  }

  private mutating func readSlot(of source: ByteSource, at offset: UInt64) {
    for area in header.areas {
      // The owner may be writing: what was published stays as it is until the published word changes its
      // sequence.
      for _ in 0..<100 {
        let before = SlotHead(source.bytes(at: offset, count: StagingLayout.Slot.headSize), stream: area.head)
        guard let before, before.thread != 0, before.bytes <= area.size else { break }
        let records = source.bytes(at: offset + UInt64(area.offset), count: before.bytes)
        let after = SlotHead(source.bytes(at: offset, count: StagingLayout.Slot.headSize), stream: area.head)
        guard let after, after.thread == before.thread, after.sequence == before.sequence else { continue }
        if records.count == before.bytes { add(before, area.kind, records, at: offset + UInt64(area.offset)) }
        break
      }
    }
  }

  private mutating func add(_ head: SlotHead, _ kind: ChunkKind, _ records: [UInt8], at offset: UInt64) {
    var header = ChunkHeader()
    header.payloadLength = UInt32(records.count)
    header.kind = kind.rawValue
    header.clock = head.clock
    header.thread = head.thread
    header.sequence = head.sequence
    header.before = head.before
    header.lost = head.lost
    header.openedTicks = head.opened.ticks
    header.openedMonotonic = head.opened.nanoseconds
    header.firstTicks = head.opened.ticks
    header.lastTicks = head.opened.ticks
    records.withUnsafeBytes { bytes in
      withPadding(bytes) { padded in
        var decoder = RecordDecoder(
          padded, thread: ThreadID(rawValue: head.thread), openedTicks: head.opened.ticks)
        while decoder.next() != nil {
          if header.count == 0 { header.firstTicks = decoder.ticks }
          header.lastTicks = decoder.ticks
          header.count = .max - decoder.remaining
        }
        header.count = .max - decoder.remaining
      }
    }
    header.closedTicks = head.latest.ticks
    header.closedMonotonic = head.latest.nanoseconds
    readings += [head.opened, head.latest]
    let chunk = StoredChunk(header: header, offset: offset, headerLength: 0, state: .whole, staged: records)
    unstaged[chunk.stream] = head.unstaged
    tails.append(chunk)
  }
}

/// One stream's part of a slot, as it was read at one moment.
struct SlotHead {
  let thread: UInt32
  let clock: UInt8
  let sequence: UInt32
  let bytes: Int
  let before: UInt64
  let lost: UInt64
  /// Lost since the chunk was begun.
  let unstaged: UInt64
  let opened: ClockMap.Reading
  let latest: ClockMap.Reading

  init?(_ slot: [UInt8], stream: Int) {
    guard slot.count == StagingLayout.Slot.headSize else { return nil }
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      slot.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
    func word(_ offset: Int) -> UInt64 { number(stream + offset) }
    thread = number(StagingLayout.Slot.thread)
    clock = number(StagingLayout.Slot.clock)
    let published = word(StagingLayout.Stream.published)
    sequence = UInt32(published >> 32)
    bytes = Int(published & 0xffff_ffff)
    let descriptor =
      StagingLayout.Stream.descriptors + Int(sequence & 1) * StagingLayout.Stream.descriptorSize
    before = word(descriptor + StagingLayout.Descriptor.before)
    lost = word(descriptor + StagingLayout.Descriptor.lost)
    unstaged = word(StagingLayout.Stream.unstaged) &- word(descriptor + StagingLayout.Descriptor.unstaged)
    opened = ClockMap.Reading(
      ticks: word(descriptor + StagingLayout.Descriptor.openedTicks),
      nanoseconds: word(descriptor + StagingLayout.Descriptor.openedMonotonic))
    let newest = Int(word(StagingLayout.Stream.readingCount) & 1)
    let reading = StagingLayout.Stream.readings + newest * StagingLayout.Stream.readingSize
    latest = ClockMap.Reading(ticks: word(reading), nanoseconds: word(reading + 8))
  }
}

/// Gives the bytes with readable zeros behind them.
private func withPadding(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
  let room = UnsafeMutableRawBufferPointer.allocate(
    byteCount: bytes.count + RecordDecoder.padding, alignment: 8)
  defer { room.deallocate() }
  room.initializeMemory(as: UInt8.self, repeating: 0)
  room.copyMemory(from: bytes)
  body(UnsafeRawBufferPointer(rebasing: room[..<bytes.count]))
}
