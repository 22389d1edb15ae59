import Testing

@testable import RxTraceCommands

@Suite struct WordsTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"),
      (3_891, "3.8 KiB"), (11_300, "11 KiB"), (1_048_064, "1 MiB"), (1_047_000, "1022 KiB"),
      (10_189, "10 KiB"), (3_500_000, "3.3 MiB"), (.max, "16 EiB"),
    ] as [(UInt64, String)])
  func `Sizes have the largest unit of which there is one, and a decimal below ten`(
    bytes: UInt64, expected: String
  ) {
    #expect("\(ByteCount(bytes: bytes))" == expected)
  }

  @Test(
    arguments: [
      ("500", 500), ("64k", 64_000), ("100M", 100_000_000), ("1.5G", 1_500_000_000), ("1KiB", 1024),
      ("2gib", 2_147_483_648), ("7kb", 7000), ("3B", 3), ("", nil), ("M", nil), ("-1", nil), ("0", nil),
      ("1X", nil), ("1.2.3", nil), ("99999999T", nil),
    ] as [(String, UInt64?)])
  func `A size is read with its unit`(text: String, bytes: UInt64?) {
    #expect(SizeArgument(text)?.bytes == bytes)
  }

  @Test(
    arguments: [
      (0, "1970-01-01 00:00:00Z"), (1_795_246_452_999_999_999, "2026-11-21 07:34:12Z"),
      (1_709_164_800_000_000_000, "2024-02-29 00:00:00Z"), (.max, "2554-07-21 23:34:33Z"),
    ] as [(UInt64, String)])
  func `Moments are in universal time`(nanoseconds: UInt64, expected: String) {
    #expect("\(WallClockText(nanoseconds: nanoseconds))" == expected)
  }
}
