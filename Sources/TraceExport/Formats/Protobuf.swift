/// The few wire types of protocol buffers that are needed here.
struct Protobuf {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: UInt64, _ value: UInt64) {
    variable(field << 3)
    variable(value)
  }

  mutating func add(_ field: UInt64, fixed value: UInt64) {
    variable(field << 3 | 1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func add(_ field: UInt64, _ text: String) { add(field, Array(text.utf8)) }
  mutating func add(_ field: UInt64, _ message: Protobuf) { add(field, message.bytes) }

  private mutating func add(_ field: UInt64, _ content: [UInt8]) {
    variable(field << 3 | 2)
    variable(UInt64(content.count))
    bytes += content
  }

  private mutating func variable(_ value: UInt64) {
    var rest = value
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
