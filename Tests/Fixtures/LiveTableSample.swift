/// What stands in the memory of a process that has subscriptions, as a file whose bytes have their addresses: the head of
/// the table, two texts, and chunks of three records.
package struct LiveTableSample {
  package static let recordSize = 64
  package static let recordsOfAChunk = 4
  package static let chunkSize = recordSize * recordsOfAChunk
  private static let (name, file) = (0x100, 0x140)

  package private(set) var bytes: [UInt8]

  /// Chunks of living subscriptions, from an address on that is theirs; each names the one after it, the last one none.
  package init(chunks: Int) {
    bytes = Array(repeating: 0, count: Self.address(of: chunks))
    put(1 as UInt32, at: 0)
    putSizes(record: Self.recordSize, chunk: Self.recordsOfAChunk)
    put(UInt64(Self.address(of: 0)), at: 32)
    bytes.replaceSubrange(Self.name..<Self.name + 3, with: "map".utf8)
    bytes.replaceSubrange(Self.file..<Self.file + 7, with: "a.swift".utf8)
    for chunk in 0..<chunks {
      for place in 0..<(Self.recordsOfAChunk - 1) { putRecord(chunk * 10 + place + 1, chunk, place) }
      link(chunk, to: chunk + 1 < chunks ? Self.address(of: chunk + 1) : 0)
    }
  }

  package static func address(of chunk: Int) -> Int { 0x200 + chunk * chunkSize }

  package mutating func putSizes(record: Int, chunk: Int) {
    put(UInt32(record), at: 4)
    put(UInt32(chunk), at: 8)
  }

  /// Says where the chunk after this one is.
  package mutating func link(_ chunk: Int, to address: Int) {
    put(UInt64(address), at: Self.address(of: chunk + 1) - Self.recordSize)
  }

  private mutating func putRecord(_ identifier: Int, _ chunk: Int, _ place: Int) {
    let start = Self.address(of: chunk) + place * Self.recordSize
    put(UInt64(identifier), at: start)
    put(UInt64(Self.name), at: start + 16)
    put(UInt64(Self.file), at: start + 24)
    put(17 as UInt32, at: start + 48)
    put(0x0101 as UInt32, at: start + 60)
  }

  private mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
  }
}
