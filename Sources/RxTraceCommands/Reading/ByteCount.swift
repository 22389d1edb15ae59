/// A size as people read it: `812 bytes`, `11 KiB`, `3.4 MiB`.
struct ByteCount: CustomStringConvertible {
  let bytes: UInt64

  var description: String {
    if bytes < 1024 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var size = Double(bytes)
    var unit = ""
    for name in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] where size >= 1023.5 {
      size /= 1024
      unit = name
    }
    // One decimal below ten, as far as it is not zero.
    let tenths = (size * 10).rounded()
    let text =
      tenths >= 100 || tenths.truncatingRemainder(dividingBy: 10) == 0
      ? "\(Int(size.rounded()))" : "\(Int(tenths) / 10).\(Int(tenths) % 10)"
    return "\(text) \(unit)"
  }
}
