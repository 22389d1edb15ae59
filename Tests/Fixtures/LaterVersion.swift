import TraceFormat

/// A recording as a later version would write it: with what this version does not know among what it knows.
package enum LaterVersion {
  /// A record of a kind of which nobody has heard, at the time of the record before it.
  package static func unknownRecord(kind: UInt8, size: UInt8 = 5) -> [UInt8] {
    [kind << 1, 1, size << 1 | 1] + [UInt8](repeating: 0xff, count: Int(size))
  }

  /// Puts such a record before the first one of each chunk, and a chunk of an unknown kind between all others.
  package static func adding(to recording: [UInt8]) -> [UInt8] {
    var offset = Int(recording[12..<16].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    var bytes = Array(recording[..<offset])
    var entries: [ChunkIndex.Entry] = []
    while offset < recording.count {
      let (header, length) = recording[offset...].withUnsafeBytes { ChunkHeader.decode($0)! }
      let payload = Array(recording[(offset + length)..<(offset + length + Int(header.payloadLength))])
      offset += length + payload.count
      if header.kind == ChunkKind.index.rawValue {
        let index = ChunkIndex(sealedWallClock: 0, entries: entries)
        append(header, index.encoded(at: UInt64(bytes.count)), to: &bytes)
      } else {
        var header = header
        header.count += 1
        header.before += UInt64(header.sequence)
        entries.append(ChunkIndex.Entry(header, at: UInt64(bytes.count)))
        append(header, unknownRecord(kind: 99) + payload, to: &bytes)
        header.kind = 77
        append(header, [1, 2, 3], to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ header: ChunkHeader, _ payload: [UInt8], to bytes: inout [UInt8]) {
    var header = header
    header.payloadLength = UInt32(payload.count)
    header.payloadChecksum = payload.withUnsafeBytes(checksum)
    var head = [UInt8](repeating: 0, count: ChunkHeader.size)
    head.withUnsafeMutableBytes {
      header.encode(to: $0.baseAddress!)
      // Of an edition that knows more.
      $0.storeBytes(of: UInt32(2).littleEndian, toByteOffset: 100, as: UInt32.self)
      let behind = ChunkHeader.size - 4
      $0.storeBytes(
        of: checksum(UnsafeRawBufferPointer(rebasing: $0[..<behind])).littleEndian, toByteOffset: behind,
        as: UInt32.self)
    }
    bytes += head + payload
  }

  /// A recording of one chunk with these records.
  package static func recording(count: UInt32, payload: [UInt8], minor: UInt16 = 1) -> [UInt8] {
    var header = Samples.header
    header.formatMinor = minor
    var bytes = header.encoded()
    var chunk = ChunkHeader()
    chunk.kind = ChunkKind.lifecycle.rawValue
    chunk.thread = 1
    chunk.count = count
    append(chunk, payload, to: &bytes)
    return bytes
  }
}
