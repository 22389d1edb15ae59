/// The headers of a core file: an ELF file of 64 bits whose segments are the memory of a process.
struct CoreHeader {
  /// A program header.
  struct Segment {
    let type, flags: UInt32
    let offset, address, size: UInt64

    var isMemory: Bool { type == 1 }
    var isNote: Bool { type == 4 }
    var isExecutable: Bool { flags & 1 != 0 }
    var isWritable: Bool { flags & 2 != 0 }
  }

  let segments: [Segment]

  private static let size: UInt64 = 64
  private static let entrySize: UInt64 = 56
  /// More than the kernel lets a process have.
  private static let mostSegments: UInt64 = 1 << 20
  /// Where a core has more segments than 16 bits count, its first section header has their number.
  private static let manySegments: UInt64 = 0xffff
  private static let countPlace: UInt64 = 44

  init(_ bytes: CoreBytes) throws(CoreError) {
    guard let identification = bytes.read(at: 0, count: min(16, bytes.size)),
      let layout = ELFLayout(identification: identification)
    else {
      throw Self.isCompressed(bytes) ? .compressed(unpack: "zstd -d") : .notELF
    }
    guard layout.isLittleEndian else { throw .otherByteOrder }
    // The kind of the file and its processor stand in one place, whatever the size of an address.
    guard let kinds = bytes.read(at: 16, count: 4) else { throw .cut }
    guard layout.number(in: kinds, at: 0, size: 2) == 4 else { throw .notCore }
    guard layout.addressSize == 8 else { throw .narrow }
    let processor = layout.number(in: kinds, at: 2, size: 2) ?? 0
    // x86-64 and arm64.
    guard processor == 62 || processor == 183 else { throw .otherProcessor(processor) }
    guard let header = bytes.read(at: 0, count: Self.size) else { throw .cut }
    segments = try Self.segments(of: bytes, header)
  }

  private static func segments(of bytes: CoreBytes, _ header: [UInt8]) throws(CoreError) -> [Segment] {
    let entrySize = UInt64(header.shortWord(at: 54))
    guard entrySize == Self.entrySize else { throw .damaged("its segment headers have an unknown length") }
    var count = UInt64(header.shortWord(at: 56))
    if count == manySegments {
      let (place, overflow) = header.number(at: 40).addingReportingOverflow(countPlace)
      guard !overflow, let word = bytes.read(at: place, count: 4) else { throw .cut }
      count = UInt64(word.halfWord(at: 0))
    }
    guard count <= mostSegments else { throw .damaged("it tells of more segments than a process has") }
    guard let table = bytes.read(at: header.number(at: 32), count: count * entrySize) else { throw .cut }
    return (0..<Int(count)).map { index in
      let start = index * Int(entrySize)
      return Segment(
        type: table.halfWord(at: start), flags: table.halfWord(at: start + 4),
        offset: table.number(at: start + 8), address: table.number(at: start + 16),
        size: table.number(at: start + 32))
    }
  }

  private static func isCompressed(_ bytes: CoreBytes) -> Bool {
    bytes.read(at: 0, count: 4) == [0x28, 0xb5, 0x2f, 0xfd]
  }
}
