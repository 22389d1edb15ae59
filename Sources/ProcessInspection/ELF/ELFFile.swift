import Glibc

/// An ELF file's sections, as its own headers give them. Every byte of it is untrusted.
struct ELFFile: ~Copyable {
  struct Section: Hashable, Sendable {
    let name: String
    let type: UInt64
    let address: UInt64
    let offset: UInt64
    let size: UInt64
    /// The index of the section that this one refers to: a table's strings.
    let link: Int
  }

  private let bytes: FileBytes
  let layout: ELFLayout
  /// `e_machine`: which processor it is for.
  let machine: UInt64
  let sections: [Section]

  init(path: String) throws(ELFError) {
    let bytes = try Self.open(path)
    let header: Header
    do {
      header = try Header(bytes)
      sections = try Self.sections(of: bytes, header)
    } catch {
      throw bytes.isTooSlow ? .tooSlow : error
    }
    layout = header.layout
    machine = header.machine
    self.bytes = bytes
  }

  private static func open(_ path: String) throws(ELFError) -> FileBytes {
    do {
      return try FileBytes(path: path)
    } catch {
      throw error.code == ETIMEDOUT ? .tooSlow : .unreadable(error)
    }
  }

  /// The first section of that name.
  func section(_ name: String) -> Section? { sections.first { $0.name == name } }

  /// The content of the section; nil when the file ends before it does, or it holds nothing in the file.
  func contents(of section: Section) -> [UInt8]? {
    guard section.type != Self.noBits else { return nil }
    return bytes.read(at: section.offset, count: section.size)
  }

  /// Where in the file lies what a program finds at `address`; nil where no section of the file does.
  func offset(ofAddress address: UInt64) -> UInt64? {
    let section = sections.first {
      $0.address != 0 && $0.type != Self.noBits && address >= $0.address && address - $0.address < $0.size
    }
    guard let section else { return nil }
    let (offset, overflow) = section.offset.addingReportingOverflow(address - section.address)
    return overflow ? nil : offset
  }

  /// Bytes of the file itself; nil where it ends before.
  func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? { bytes.read(at: offset, count: count) }

  private static let noBits: UInt64 = 8

  /// The content of the file's first bytes.
  private struct Header {
    let layout: ELFLayout
    let machine: UInt64
    let tableOffset, entrySize, entryCount, namesIndex: UInt64

    init(_ bytes: borrowing FileBytes) throws(ELFError) {
      guard let identification = bytes.read(at: 0, count: 16),
        let layout = ELFLayout(identification: identification)
      else { throw .notELF }
      let isWide = layout.addressSize == 8
      guard let header = bytes.read(at: 0, count: isWide ? 64 : 52),
        let machine = layout.number(in: header, at: 18, size: 2),
        let tableOffset = layout.address(in: header, at: isWide ? 40 : 32),
        let entrySize = layout.number(in: header, at: isWide ? 58 : 46, size: 2),
        let entryCount = layout.number(in: header, at: isWide ? 60 : 48, size: 2),
        let namesIndex = layout.number(in: header, at: isWide ? 62 : 50, size: 2)
      else { throw .cut }
      (self.layout, self.machine, self.tableOffset) = (layout, machine, tableOffset)
      (self.entrySize, self.entryCount, self.namesIndex) = (entrySize, entryCount, namesIndex)
    }
  }

  private static func sections(of bytes: borrowing FileBytes, _ header: Header) throws(ELFError) -> [Section]
  {
    let (layout, tableOffset, entrySize) = (header.layout, header.tableOffset, header.entrySize)
    guard tableOffset != 0 else { return [] }
    guard entrySize >= (layout.addressSize == 8 ? 64 : 40) else {
      throw .damaged("its section headers are too short")
    }
    guard let first = bytes.read(at: tableOffset, count: entrySize).flatMap({ RawSection($0, 0, layout) })
    else { throw .cut }
    // More sections than 16 bits count: the first, unused header holds the numbers.
    let count = header.entryCount == 0 ? first.size : header.entryCount
    let namesIndex = header.namesIndex == 0xffff ? first.link : header.namesIndex
    guard count <= bytes.size / entrySize, let table = bytes.read(at: tableOffset, count: count * entrySize)
    else { throw .cut }
    let raw = (0..<Int(count)).compactMap { RawSection(table, $0 * Int(entrySize), layout) }
    guard namesIndex < raw.count else { throw .damaged("its section names are missing") }
    let names = raw[Int(namesIndex)]
    guard let strings = bytes.read(at: names.offset, count: names.size) else { throw .cut }
    return raw.map { section in
      Section(
        name: strings.terminatedText(at: Int(section.name), limit: 256)?.text ?? "", type: section.type,
        address: section.address, offset: section.offset, size: section.size, link: Int(section.link))
    }
  }

  /// One section header as it stands in the file.
  private struct RawSection {
    let name, type, address, offset, size, link: UInt64

    init?(_ table: [UInt8], _ start: Int, _ layout: ELFLayout) {
      let word = layout.addressSize
      // name, type: 4 bytes each; flags, address, offset, size: a word each; link: 4 bytes.
      guard let name = layout.number(in: table, at: start, size: 4),
        let type = layout.number(in: table, at: start + 4, size: 4),
        let address = layout.address(in: table, at: start + 8 + word),
        let offset = layout.address(in: table, at: start + 8 + 2 * word),
        let size = layout.address(in: table, at: start + 8 + 3 * word),
        let link = layout.number(in: table, at: start + 8 + 4 * word, size: 4)
      else { return nil }
      (self.name, self.type, self.address) = (name, type, address)
      (self.offset, self.size, self.link) = (offset, size, link)
    }
  }
}

/// Why a file's probes cannot be listed.
package enum ELFError: Error, Hashable, CustomStringConvertible {
  case unreadable(SystemError)
  case tooSlow
  case notELF
  case cut
  case damaged(String)

  package var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .tooSlow: "reading it takes longer than 5 s: its file system does not answer"
    case .notELF: "it is no program or library (no ELF file)"
    case .cut: "it ends before its own headers say"
    case .damaged(let how): how
    }
  }
}
