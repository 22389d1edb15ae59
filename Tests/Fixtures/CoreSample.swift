/// The core file of a process with living subscriptions, made byte by byte: their table lies in a file of its memory.
package struct CoreSample {
  /// A part of its memory, of which the core has the first bytes.
  package struct Memory {
    package var address: UInt64
    package var bytes: [UInt8]
    package var flags: UInt32 = 6
    /// So many bytes follow in the file: for the last part, which whoever writes the file makes longer.
    package var hole = 0

    package init(address: UInt64, bytes: [UInt8], flags: UInt32 = 6) {
      (self.address, self.bytes, self.flags) = (address, bytes, flags)
    }
  }

  /// A part of a file, with its place in pages.
  package struct Mapping {
    package var path: String
    package var start, end, page: UInt64
  }

  package static let process: UInt32 = 4711
  package static let table: UInt64 = 0x7f00_0000_0000
  package static let program: UInt64 = 0x40_0000
  /// What the program's file has at its second page, of which the core has nothing.
  package static let textsOfProgram = Array("filter\0b.swift\0".utf8)
  private static let page = 4096
  private static let recordsOfAChunk = 4

  package var wordSize: UInt8 = 2
  package var byteOrder: UInt8 = 1
  package var type: UInt16 = 4
  package var processor: UInt16 = 62
  package var owner = CoreSample.process
  package var memory: [Memory] = []
  package var mappings: [Mapping]? = []
  /// Whether the number of segments stands in a section header.
  package var countsInSection = false

  /// - Parameters:
  ///   - subscriptions: so many live; the texts of every second one lie in the program's file.
  ///   - path: the program's.
  package init(subscriptions: Int = 6, program path: String = "/bin/app") {
    memory = [
      Memory(address: Self.program, bytes: Array(Self.file().prefix(Self.page)), flags: 4),
      Memory(address: Self.table, bytes: Self.table(subscriptions)),
    ]
    let size = UInt64(memory[1].bytes.count)
    mappings = [
      Mapping(path: path, start: Self.program, end: Self.program + 0x2000, page: 0),
      Mapping(path: "/memfd:rxtrace (deleted)", start: Self.table, end: Self.table + size, page: 0),
      Mapping(
        path: "/memfd:rxtrace (deleted)", start: Self.table + 0x10_0000, end: Self.table + 0x20_0000,
        page: 256),
    ]
  }

  /// The program's file: two pages.
  package static func file(build: UInt8 = 1) -> [UInt8] {
    var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: page - 7)
    bytes[page - 1] = build
    return bytes + textsOfProgram + [UInt8](repeating: 0, count: page - textsOfProgram.count)
  }

  /// The content of the file in memory: its head, two texts, and chunks of three records.
  private static func table(_ subscriptions: Int) -> [UInt8] {
    let chunks = (subscriptions + recordsOfAChunk - 2) / (recordsOfAChunk - 1)
    var bytes = [UInt8](repeating: 0, count: 2 * page + chunks * recordsOfAChunk * 64)
    func put<Number: FixedWidthInteger>(_ number: Number, _ offset: Int) {
      bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: offset, as: Number.self) }
    }
    let texts = Array("map\0a.swift\0".utf8)
    bytes.replaceSubrange(page..<page + texts.count, with: texts)
    put(1 as UInt32, 0)
    put(64 as UInt32, 4)
    put(UInt32(recordsOfAChunk), 8)
    put(1000 as UInt64, 16)
    put(1000 as UInt64, 24)
    put(UInt64(process), 40)
    put(table, 48)
    put(UInt64(2 * page), 56)
    put(UInt64(chunks), 64)
    put(UInt64(page), 80)
    put(UInt64(page + texts.count), 88)
    for number in 0..<subscriptions {
      let place = number / (recordsOfAChunk - 1) * recordsOfAChunk + number % (recordsOfAChunk - 1)
      let start = 2 * page + place * 64
      let ofProgram = number % 2 == 1
      put(UInt64(number + 1), start)
      put(UInt64(number % 3), start + 8)
      put(ofProgram ? program + 0x1000 : table + UInt64(page), start + 16)
      put(ofProgram ? program + 0x1007 : table + UInt64(page) + 4, start + 24)
      put(2_000_000_000 + UInt64(number) * 1_000_000_000, start + 32)
      put(UInt32(ofProgram ? 8 : 17), start + 48)
      put(0x0101 as UInt32, start + 60)
    }
    return bytes
  }

  package var bytes: [UInt8] {
    let notes = self.notes
    let headers = 64 + (1 + memory.count) * 56 + (countsInSection ? 64 : 0)
    var offset = headers
    var table: [UInt8] = []
    func header(_ type: UInt32, _ flags: UInt32, _ address: UInt64, _ size: Int) {
      table += Self.number(type) + Self.number(flags) + Self.number(UInt64(offset)) + Self.number(address)
      table += Self.number(0 as UInt64) + Self.number(UInt64(size)) + Self.number(UInt64(size))
      table += Self.number(1 as UInt64)
      offset += size
    }
    header(4, 0, 0, notes.count)
    for part in memory { header(1, part.flags, part.address, part.bytes.count + part.hole) }
    let count = 1 + memory.count
    var section = [UInt8](repeating: 0, count: countsInSection ? 64 : 0)
    if countsInSection { section.replaceSubrange(44..<48, with: Self.number(UInt32(count))) }
    var start: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, wordSize, byteOrder, 1] + [UInt8](repeating: 0, count: 9)
    start += Self.number(type) + Self.number(processor) + Self.number(1 as UInt32)
    start += Self.number(0 as UInt64) + Self.number(64 as UInt64)
    start += Self.number(countsInSection ? UInt64(64 + count * 56) : 0) + Self.number(0 as UInt32)
    start += Self.number(64 as UInt16) + Self.number(56 as UInt16)
    start += Self.number(countsInSection ? 0xffff : UInt16(count)) + Self.number(64 as UInt16)
    start += Self.number(countsInSection ? 1 : 0 as UInt16) + Self.number(0 as UInt16)
    return start + table + section + notes + memory.flatMap(\.bytes)
  }

  /// As the kernel writes them: a thread, the process, what it was started with, and its files.
  private var notes: [UInt8] {
    var process = [UInt8](repeating: 0, count: 136)
    process.replaceSubrange(24..<28, with: Self.number(owner))
    process.replaceSubrange(40..<43, with: "app".utf8)
    let started = Self.number(3 as UInt64) + Self.number(Self.program + 64) + [UInt8](repeating: 0, count: 16)
    var notes = Self.note(1, [UInt8](repeating: 0, count: 336)) + Self.note(3, process)
    notes += Self.note(6, started)
    guard let mappings else { return notes }
    var files = Self.number(UInt64(mappings.count)) + Self.number(UInt64(Self.page))
    for mapping in mappings {
      files += Self.number(mapping.start) + Self.number(mapping.end) + Self.number(mapping.page)
    }
    for mapping in mappings { files += Array(mapping.path.utf8) + [0] }
    return notes + Self.note(0x4649_4c45, files)
  }

  private static func note(_ type: UInt32, _ content: [UInt8]) -> [UInt8] {
    number(5 as UInt32) + number(UInt32(content.count)) + number(type) + Array("CORE\0\0\0\0".utf8) + content
      + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  private static func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
