internal import CChecksum

/// CRC32C (Castagnoli), the checksum of headers and chunks: reflected polynomial 0x82f63b78.
package func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  guard let start = bytes.baseAddress, rx_has_crc32c() else { return tableChecksum(bytes) }
  return rx_crc32c(start, bytes.count)
}

/// The same where the processor has no instruction for it, eight bytes a step.
package func tableChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  slices.withUnsafeBufferPointer { table in
    var crc = ~UInt32(0)
    var offset = 0
    while offset &+ 8 <= bytes.count {
      let word =
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc)
      var next = table[7 << 8 | Int(word & 0xff)]
      next ^= table[6 << 8 | Int(word >> 8 & 0xff)]
      next ^= table[5 << 8 | Int(word >> 16 & 0xff)]
      next ^= table[4 << 8 | Int(word >> 24 & 0xff)]
      next ^= table[3 << 8 | Int(word >> 32 & 0xff)]
      next ^= table[2 << 8 | Int(word >> 40 & 0xff)]
      next ^= table[1 << 8 | Int(word >> 48 & 0xff)]
      next ^= table[Int(word >> 56)]
      crc = next
      offset &+= 8
    }
    while offset < bytes.count {
      crc = table[Int((crc ^ UInt32(bytes[offset])) & 0xff)] ^ (crc >> 8)
      offset &+= 1
    }
    return ~crc
  }
}

/// Eight tables of 256: what a byte contributes when it lies 0 to 7 bytes before the end of a step.
private let slices: [UInt32] = {
  var table = [UInt32](repeating: 0, count: 8 * 256)
  for byte in 0..<256 {
    var crc = UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
    table[byte] = crc
  }
  for slice in 1..<8 {
    for byte in 0..<256 {
      let crc = table[(slice - 1) << 8 | byte]
      table[slice << 8 | byte] = table[Int(crc & 0xff)] ^ crc >> 8
    }
  }
  return table
}()
