import Testing
import TraceFormat

@Suite("The checksum")
struct ChecksumTests {
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xe306_9283, "the check value of every catalogue"),
      ([], 0, "nothing"),
      ([UInt8](repeating: 0, count: 32), 0x8a91_36aa, "RFC 3720, B.4"),
      ([UInt8](repeating: 0xff, count: 32), 0x62a8_ab43, "RFC 3720, B.4"),
      (Array(0..<32), 0x46dd_794e, "RFC 3720, B.4"),
      ((0..<32).reversed(), 0x113f_db5c, "RFC 3720, B.4"),
    ] as [([UInt8], UInt32, String)])
  func `is CRC32C, as published`(bytes: [UInt8], expected: UInt32, source: String) {
    #expect(bytes.withUnsafeBytes(checksum) == expected, "\(source)")
    #expect(bytes.withUnsafeBytes(tableChecksum) == expected, "\(source), without the instruction")
  }

  @Test func `does not depend on where the bytes lie`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for start in 0..<9 {
      for count in 0..<100 {
        let part = Array(bytes[start..<start + count])
        #expect(
          bytes.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
            == part.withUnsafeBytes(tableChecksum))
      }
    }
  }
}
