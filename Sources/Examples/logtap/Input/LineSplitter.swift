/// Cuts bytes into lines, as they arrive.
struct LineSplitter {
  /// Bytes of a line beyond this are left out: memory is bounded, whatever the log holds.
  static let longestLine = 64 * 1024

  private var partial: [UInt8] = []
  /// There was something since the last end of a line, the empty line included.
  private var isInside = false

  /// The lines that `bytes` complete, without their ends.
  mutating func split(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      isInside = true
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if partial.count < Self.longestLine {
        partial.append(byte)
      }
    }
    return lines
  }

  /// The last line, if its end is missing.
  mutating func finish() -> [UInt8]? { isInside ? take() : nil }

  private mutating func take() -> [UInt8] {
    isInside = false
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    return exchange(&partial, with: [])
  }
}
