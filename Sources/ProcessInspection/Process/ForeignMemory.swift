/// Something that has texts at the addresses of a process.
protocol TextMemory: ~Copyable {
  /// The text up to its zero byte, cut where it is too long; nil where there is none.
  func text(at address: UInt64) -> String?
}

/// Bytes at the addresses of a process, wherever they are read: while it runs, or in its core file after its
/// end.
protocol ForeignMemory: ~Copyable, TextMemory {
  /// The `count` bytes from `address` on. Nil where one of them is missing.
  func bytes(at address: UInt64, count: Int) -> [UInt8]?
}

extension ForeignMemory where Self: ~Copyable {
  /// The text at an address up to its zero byte, or its first 4,096 bytes; nil where nothing is there.
  func firstText(at address: UInt64) -> String? {
    var text: [UInt8] = []
    var address = address
    while text.count < 4096 {
      // To the end of a page at most: the next page may not be there.
      let count = Int(min(256, 4096 - address % 4096))
      guard let part = bytes(at: address, count: count) else { return nil }
      if let end = part.firstIndex(of: 0) { return String(decoding: text + part[..<end], as: UTF8.self) }
      text += part
      address &+= UInt64(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
