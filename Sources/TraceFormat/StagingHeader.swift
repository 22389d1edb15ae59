/// The first page of a staging file: which recording it belongs to, and where its slots lie.
struct StagingHeader: Sendable {
  /// The place of one stream in each slot.
  struct Area: Sendable {
    let kind: ChunkKind
    /// Where the head of a slot tells of the stream.
    let head: Int
    /// Where the records of the stream lie in a slot, and how many bytes they may have.
    let offset: Int
    let size: Int
  }

  let identity: [UInt8]
  let slotSize: Int
  /// How many slots the file is to have; 0 where that is not known.
  let slots: UInt64
  let lostElsewhere: UInt64
  /// Ticks from which on an unknown number of records may be missing; 0 for none.
  let unsafeSince: UInt64
  let areas: [Area]
  private let canary: UInt64

  /// Nil when the file is no staging file.
  init?(_ source: ByteSource) { self.init(source.bytes(at: 0, count: StagingLayout.headSize)) }

  /// Nil when the bytes are not the first page of a staging file.
  init?(_ head: [UInt8]) {
    guard head.count == StagingLayout.headSize, head.starts(with: StagingLayout.magic) else { return nil }
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      head.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
    let slotSize = Int(number(StagingLayout.Head.slotSize) as UInt32)
    guard number(StagingLayout.Head.major) == RecordingHeader.supportedMajor,
      slotSize > StagingLayout.Slot.headSize, slotSize <= 1 << 24
    else { return nil }
    func area(_ kind: ChunkKind, head: Int, offset: Int, size: Int) -> Area {
      Area(kind: kind, head: head, offset: Int(number(offset) as UInt32), size: Int(number(size) as UInt32))
    }
    areas = [
      area(
        .lifecycle, head: StagingLayout.Slot.lifecycle, offset: StagingLayout.Head.lifecycleOffset,
        size: StagingLayout.Head.lifecycleSize),
      area(
        .values, head: StagingLayout.Slot.values, offset: StagingLayout.Head.valuesOffset,
        size: StagingLayout.Head.valuesSize),
    ]
    let fit = areas.allSatisfy {
      $0.offset >= StagingLayout.Slot.headSize && $0.offset <= slotSize && $0.size <= slotSize - $0.offset
    }
    guard fit else { return nil }
    identity = Array(head[StagingLayout.Head.identity..<StagingLayout.Head.identity + 16])
    self.slotSize = slotSize
    slots = UInt64(number(StagingLayout.Head.slotCount) as UInt32)
    lostElsewhere = number(StagingLayout.Head.lostElsewhere)
    unsafeSince = number(StagingLayout.Head.unsafeSince)
    canary = number(StagingLayout.Head.canary)
  }

  func offset(ofSlot number: UInt64) -> UInt64 {
    UInt64(StagingLayout.headSize) + number * UInt64(slotSize)
  }

  /// How many slots a file is long enough for.
  func slots(in source: ByteSource) -> UInt64 {
    source.length < UInt64(StagingLayout.headSize)
      ? 0 : (source.length - UInt64(StagingLayout.headSize)) / UInt64(slotSize)
  }

  /// Whether a slot with this head holds bytes of the recorder, and nobody has copied others over it.
  func isOwn(_ head: [UInt8], _ number: UInt64) -> Bool {
    guard canary != 0 else { return true }
    let word = head.dropFirst(StagingLayout.Slot.canary).prefix(8).reversed().reduce(0) {
      $0 << 8 | UInt64($1)
    }
    return word == canary &+ number
  }
}
