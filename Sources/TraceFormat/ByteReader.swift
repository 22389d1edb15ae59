/// Reads little-endian numbers and varints from bytes that nobody vouches for. Reading past the end gives
/// zeros and is remembered in `overran`; nothing outside the bytes is touched.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int
  private(set) var overran = false

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var remaining: Int { bytes.count - offset }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= remaining else { return fail() }
    defer { offset += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  mutating func bytes(count: Int) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else {
      overran = true
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  private mutating func fail<Number: FixedWidthInteger>() -> Number {
    overran = true
    return 0
  }
}

extension Array where Element == UInt8 {
  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
