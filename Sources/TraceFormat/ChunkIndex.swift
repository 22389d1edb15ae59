/// Where the chunks of a sealed recording lie. It makes finding them quick and shows what is missing; nothing
/// needs it.
package struct ChunkIndex: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var offset: UInt64 = 0
    package var thread: UInt32 = 0
    package var kind: UInt8 = 0
    package var sequence: UInt32 = 0
    package var count: UInt32 = 0
    package var before: UInt64 = 0
    package var firstTicks: UInt64 = 0
    package var lastTicks: UInt64 = 0

    package init(_ header: ChunkHeader, at offset: UInt64) {
      self.offset = offset
      thread = header.thread
      kind = header.kind
      sequence = header.sequence
      count = header.count
      before = header.before
      firstTicks = header.firstTicks
      lastTicks = header.lastTicks
    }

    fileprivate init(_ reader: inout ByteReader) {
      offset = reader.number()
      thread = reader.number()
      kind = UInt8(truncatingIfNeeded: reader.number(UInt32.self))
      sequence = reader.number()
      count = reader.number()
      before = reader.number()
      firstTicks = reader.number()
      lastTicks = reader.number()
    }
  }

  /// The last 24 bytes of a sealed file: where the index chunk begins, a checksum, and these eight.
  package static let trailerMagic: [UInt8] = [0x89, 0x52, 0x58, 0x45, 0x0d, 0x0a, 0x1a, 0x0a]
  static let entrySize = 48
  /// An index larger than a chunk may be leaves out the newest chunks.
  package static let most = 300_000
  static let trailerSize = 24

  package var sealedWallClock: UInt64
  package var entries: [Entry]

  package init(sealedWallClock: UInt64, entries: [Entry]) {
    self.sealedWallClock = sealedWallClock
    self.entries = entries
  }

  /// The index's payload, for an index chunk that begins at `offset`. It ends with the trailer.
  package func encoded(at offset: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: sealedWallClock)
    bytes.append(littleEndian: UInt64(entries.count))
    for entry in entries {
      bytes.append(littleEndian: entry.offset)
      bytes.append(littleEndian: entry.thread)
      bytes.append(littleEndian: UInt32(entry.kind))
      bytes.append(littleEndian: entry.sequence)
      bytes.append(littleEndian: entry.count)
      bytes.append(littleEndian: entry.before)
      bytes.append(littleEndian: entry.firstTicks)
      bytes.append(littleEndian: entry.lastTicks)
    }
    var trailer: [UInt8] = []
    trailer.append(littleEndian: offset)
    trailer.append(littleEndian: UInt32(0))
    trailer.append(littleEndian: trailer.withUnsafeBytes(checksum))
    return bytes + trailer + Self.trailerMagic
  }

  /// Nil when the payload is not an index.
  init?(_ payload: UnsafeRawBufferPointer) {
    var reader = ByteReader(payload)
    sealedWallClock = reader.number()
    let count = reader.number(UInt64.self)
    guard !reader.overran, count <= UInt64(reader.remaining / Self.entrySize) else { return nil }
    entries = (0..<count).map { _ in Entry(&reader) }
  }
}
