/// FNV-1a over 64 bits: equal input, equal result, in every run and on every machine.
struct StableHash: Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ string: String) {
    for byte in string.utf8 { add(byte) }
    add(UInt8(0xff))  // never part of UTF-8, so "ab", "c" and "a", "bc" differ
  }

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
