import Testing

@testable import TraceFormat

@Suite("A record's numbers")
struct RecordEncoderTests {
  private func encoded(_ write: (inout RecordEncoder) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
      var encoder = RecordEncoder(at: room.baseAddress!, thread: 1, ticks: 0)
      write(&encoder)
      return Array(room[..<(encoder.cursor - room.baseAddress!)])
    }
  }

  @Test(
    arguments: [
      (0, [0x01]), (55, [0x6f]), (127, [0xff]), (128, [0x02, 0x02]), (300, [0xb2, 0x04]),
      (16_383, [0xfe, 0xff]), (16_384, [0x04, 0x00, 0x02]),
      ((1 << 56) - 1, [0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      (1 << 56, [0, 0, 0, 0, 0, 0, 0, 0, 1]), (1 << 63, [0, 0, 0, 0, 0, 0, 0, 0, 0x80]),
      (.max, [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ] as [(UInt64, [UInt8])])
  func `take seven bits a byte, and nine bytes at most`(number: UInt64, bytes: [UInt8]) {
    #expect(encoded { $0.varint(number) } == bytes)
  }

  @Test func `are small for small differences of either sign, and wrap`() {
    #expect([0, .max, 1, .max - 1, 2].map(zigzag) == [0, 1, 2, 3, 4])
    for number in [0, 1, 2, .max, .max / 2, .max / 2 + 1, 12_345] as [UInt64] {
      #expect(unzigzag(zigzag(number)) == number)
    }
  }

  @Test func `of a value in a chain take three bytes, time included`() {
    let bytes = encoded { encoder in
      for event in 1...100 as ClosedRange<UInt64> {
        encoder.next(4 - event % 4, event: 1 << 40 + event, cause: 1 << 40 + event - 1, ticks: event * 200)
      }
    }
    #expect(bytes.count <= 300)
  }
}
