/// The kind of records in a chunk.
package enum ChunkKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Everything that is not worth losing: births, names, ends, owners, connections, marks.
  case lifecycle = 1
  /// The most frequent records, which are given up first: values, scheduling, dropped events, overlaps.
  case values = 2
  /// Where the chunks lie; written when the recording is sealed.
  case index = 3
  /// A part of the staging file, put there after the program had ended without ending the recording.
  case staging = 4
}

/// The head of one chunk: the thread, the number and the times of its records, and the losses before them.
package struct ChunkHeader: Hashable, Sendable {
  package static let magic: [UInt8] = [0xf7, 0x52, 0x58, 0x43]
  package static let size = 112
  /// A chunk that claims more than this is damaged.
  package static let maximumPayload = 16 << 20

  package var payloadLength: UInt32 = 0
  /// The raw kind: a newer recorder may write kinds that this reader skips.
  package var kind: UInt8 = 0
  package var clock: UInt8 = 0
  package var thread: UInt32 = 0
  /// The chunk's number in its stream (one thread, one kind), from 0.
  package var sequence: UInt32 = 0
  package var count: UInt32 = 0
  /// Records of this stream before this chunk's first, written or not.
  package var before: UInt64 = 0
  /// How many of them, since the chunk before this one, the recorder had to drop.
  package var lost: UInt64 = 0
  package var firstTicks: UInt64 = 0
  package var lastTicks: UInt64 = 0
  /// Two readings of both clocks, when the chunk was begun and when it was written. Times start from
  /// `openedTicks`.
  package var openedTicks: UInt64 = 0
  package var openedMonotonic: UInt64 = 0
  package var closedTicks: UInt64 = 0
  package var closedMonotonic: UInt64 = 0
  package var payloadChecksum: UInt32 = 0
  /// The recorder's counts of its records, for readers that only count; nil where nobody did, or where there
  /// may be records that this version does not know.
  package var counts: RecordCounts?

  package init() {}

  /// Writes the header's 112 bytes to `target`.
  package func encode(to target: UnsafeMutableRawPointer) {
    target.copyMemory(from: Self.magic, byteCount: 4)
    func put<Number: FixedWidthInteger>(_ number: Number, _ offset: Int) {
      target.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
    put(payloadLength, 4)
    put(UInt16(Self.size), 8)
    put(kind, 10)
    put(clock, 11)
    put(thread, 12)
    put(sequence, 16)
    put(count, 20)
    put(before, 24)
    put(lost, 32)
    put(firstTicks, 40)
    put(lastTicks, 48)
    put(openedTicks, 56)
    put(openedMonotonic, 64)
    put(closedTicks, 72)
    put(closedMonotonic, 80)
    put(payloadChecksum, 88)
    put(counts.map { $0.others &+ 1 } ?? 0, 92)
    put(counts?.telling ?? 0, 96)
    put(counts == nil ? 0 : RecordCounts.vocabulary, 100)
    put(0 as UInt32, 104)
    put(checksum(UnsafeRawBufferPointer(start: target, count: Self.size - 4)), Self.size - 4)
  }

  /// Nil unless the bytes begin with a header whose checksum holds. A header may grow at its end in later
  /// versions.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> (header: ChunkHeader, length: Int)? {
    guard bytes.count >= size, bytes.prefix(4).elementsEqual(magic) else { return nil }
    var reader = ByteReader(bytes, at: 4)
    var header = ChunkHeader()
    header.payloadLength = reader.number()
    let length = Int(reader.number(UInt16.self))
    guard length >= size, length <= bytes.count else { return nil }
    var trailer = ByteReader(bytes, at: length - 4)
    guard trailer.number(UInt32.self) == checksum(UnsafeRawBufferPointer(rebasing: bytes[..<(length - 4)])),
      header.payloadLength <= maximumPayload
    else { return nil }
    header.kind = reader.number()
    header.clock = reader.number()
    header.thread = reader.number()
    header.sequence = reader.number()
    header.count = reader.number()
    header.before = reader.number()
    header.lost = reader.number()
    header.firstTicks = reader.number()
    header.lastTicks = reader.number()
    header.openedTicks = reader.number()
    header.openedMonotonic = reader.number()
    header.closedTicks = reader.number()
    header.closedMonotonic = reader.number()
    header.payloadChecksum = reader.number()
    header.counts = RecordCounts(&reader, of: header.count)
    return (header, length)
  }
}
