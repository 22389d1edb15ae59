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

  /// Of the recording that this staging file belongs to.
  let identity: [UInt8]

  private let source: ByteSource
  private var areas: [(kind: ChunkKind, head: Int, offset: Int, size: Int)] = []

  /// Nil when the file is no staging file.
  init?(_ source: ByteSource) {
    self.source = source
    let head = source.bytes(at: 0, count: StagingLayout.headSize)
    guard head.count == StagingLayout.headSize, head.starts(with: StagingLayout.magic) else {
      return nil
    }
    identity = Array(head[StagingLayout.Head.identity..<StagingLayout.Head.identity + 16])
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      head.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
    let slotSize = Int(number(StagingLayout.Head.slotSize) as UInt32)
    guard number(StagingLayout.Head.major) == RecordingHeader.supportedMajor,
      slotSize > StagingLayout.Slot.headSize, slotSize <= 1 << 24
    else { return nil }
    lostElsewhere = number(StagingLayout.Head.lostElsewhere)
    let unsafe: UInt64 = number(StagingLayout.Head.unsafeSince)
    if unsafe != 0 { unsafeSince = unsafe }
    let slots = UInt64(number(StagingLayout.Head.slotCount) as UInt32)
    if source.length < UInt64(StagingLayout.headSize) + slots * UInt64(slotSize) { unsafeSince = 0 }
    for (kind, head, offset, size) in [
      (
        ChunkKind.lifecycle, StagingLayout.Slot.lifecycle, StagingLayout.Head.lifecycleOffset,
        StagingLayout.Head.lifecycleSize
      ),
      (
        ChunkKind.values, StagingLayout.Slot.values, StagingLayout.Head.valuesOffset,
        StagingLayout.Head.valuesSize
      ),
    ] {
      let area = (offset: Int(number(offset) as UInt32), size: Int(number(size) as UInt32))
      guard area.offset >= StagingLayout.Slot.headSize, area.offset <= slotSize,
        area.size <= slotSize - area.offset
      else { return nil }
      areas.append((kind, head, area.offset, area.size))
    }
    let canary: UInt64 = number(StagingLayout.Head.canary)
    var offset = UInt64(StagingLayout.headSize)
    var slot: UInt64 = 0
    while offset < source.length, source.length - offset >= UInt64(slotSize) {
      if canary == 0 || word(at: offset + UInt64(StagingLayout.Slot.canary)) == canary &+ slot {
        readSlot(at: offset)
      } else if slot < slots {
        // Somebody has copied something over it: what was there is gone.
        unsafeSince = 0
      }
      offset += UInt64(slotSize)
      slot += 1
    }
  }

  private func word(at offset: UInt64) -> UInt64 {
    source.bytes(at: offset, count: 8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func readSlot(at offset: UInt64) {
    for area in areas {
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
private struct SlotHead {
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
