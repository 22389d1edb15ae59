/// How numbers lie in an ELF file: its byte order and the size of its addresses.
struct ELFLayout: Hashable, Sendable {
  let isLittleEndian: Bool
  /// 8 or 4 bytes.
  let addressSize: Int

  /// From the identification at the file's beginning; nil when it is no ELF file of a known kind.
  init?(identification: some Collection<UInt8>) {
    let bytes = Array(identification)
    guard bytes.count >= 6,
      bytes.starts(with: [0x7f, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F")])
    else { return nil }
    switch bytes[4] {
    case 1: addressSize = 4
    case 2: addressSize = 8
    default: return nil
    }
    switch bytes[5] {
    case 1: isLittleEndian = true
    case 2: isLittleEndian = false
    default: return nil
    }
  }

  /// The unsigned number of `size` bytes at `offset`; nil where `bytes` ends before it.
  func number(in bytes: [UInt8], at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count, size <= bytes.count - offset else { return nil }
    let part = bytes[offset..<(offset + size)]
    return isLittleEndian
      ? part.reversed().reduce(0) { $0 << 8 | UInt64($1) } : part.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func address(in bytes: [UInt8], at offset: Int) -> UInt64? {
    number(in: bytes, at: offset, size: addressSize)
  }
}

extension [UInt8] {
  /// The text from `offset` to the next zero byte, and where that byte is; nil where no zero byte follows, or
  /// none within `limit` bytes: many references to one endless text must not add up.
  func terminatedText(at offset: Int, limit: Int = .max) -> (text: String, end: Int)? {
    guard offset >= 0, offset < count, let end = self[offset...].prefix(limit).firstIndex(of: 0) else {
      return nil
    }
    return (String(decoding: self[offset..<end], as: UTF8.self), end)
  }
}
