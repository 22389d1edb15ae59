/// Walks a file from chunk to chunk, checks each, and finds the next good one behind bytes that are none.
struct ChunkScan: ~Copyable {
  private(set) var chunks: [StoredChunk] = []
  private(set) var damage: [Damage] = []
  private var window: Window
  private let length: UInt64

  /// A header is read with room for the fields that later versions add.
  private static let headerRoom = 256

  /// The first chunks, as far as nothing is wrong with them.
  var goodStart: ArraySlice<StoredChunk> {
    guard let first = damage.first else { return chunks[...] }
    return chunks.prefix { $0.offset < first.offset }
  }

  /// - Parameter known: Chunks that lie one behind the other from `start` on, and were checked before.
  init(_ source: ByteSource, from start: UInt64, behind known: ArraySlice<StoredChunk> = []) {
    window = Window(source)
    length = source.length
    chunks = Array(known)
    var offset = known.last.map { $0.offset + $0.length } ?? start
    while offset < length {
      let head = window.bytes(at: offset, size: Self.headerRoom)
      if let (header, headerLength) = ChunkHeader.decode(head) {
        offset = add(header, headerLength, at: offset)
      } else {
        offset = skip(from: offset)
      }
    }
  }

  /// Checks one chunk's payload and returns where the next chunk should begin.
  private mutating func add(_ header: ChunkHeader, _ headerLength: Int, at offset: UInt64) -> UInt64 {
    let size = Int(header.payloadLength)
    let payload = window.bytes(at: offset + UInt64(headerLength), size: size)
    var chunk = StoredChunk(header: header, offset: offset, headerLength: headerLength, state: .whole)
    let (thread, kind) = (ThreadID(rawValue: header.thread), ChunkKind(rawValue: header.kind))
    if payload.count < size {
      chunk.state = .cut
      note(
        .cutChunk(thread: thread, kind: kind, sequence: header.sequence, records: header.count), offset,
        length - offset)
    } else if checksum(payload) != header.payloadChecksum {
      chunk.state = .damaged
      note(
        .chunk(thread: thread, kind: kind, sequence: header.sequence, records: header.count), offset,
        chunk.length)
    }
    chunks.append(chunk)
    return min(offset + chunk.length, length)
  }

  /// Notes bytes that are no chunk and returns where the next good header lies, or the end.
  private mutating func skip(from start: UInt64) -> UInt64 {
    var offset = start + 1
    while offset < length {
      let bytes = window.bytes(at: offset, size: 1 << 16)
      guard bytes.count >= 4 else { break }
      if let found = firstMagic(in: bytes) {
        offset += UInt64(found)
        if ChunkHeader.decode(window.bytes(at: offset, size: Self.headerRoom)) != nil {
          note(.unknownBytes, start, offset - start)
          return offset
        }
        offset += 1
      } else {
        offset += UInt64(bytes.count - 3)
      }
    }
    let head = window.bytes(at: start, size: 4)
    let isHead =
      head.elementsEqual(ChunkHeader.magic.prefix(head.count)) && length - start < UInt64(ChunkHeader.size)
    note(isHead ? .cutHead : .unknownBytes, start, length - start)
    return length
  }

  private func firstMagic(in bytes: UnsafeRawBufferPointer) -> Int? {
    let magic = ChunkHeader.magic.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    var offset = 0
    while offset + 4 <= bytes.count {
      if bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == magic { return offset }
      offset += 1
    }
    return nil
  }

  private mutating func note(_ problem: Damage.Problem, _ offset: UInt64, _ length: UInt64) {
    damage.append(Damage(problem: problem, offset: offset, length: length))
  }
}
