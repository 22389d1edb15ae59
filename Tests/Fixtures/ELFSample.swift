/// A small ELF file, made byte by byte.
package struct ELFSample {
  package let isLittleEndian: Bool
  package let addressSize: Int
  package typealias Section = (name: String, type: UInt64, contents: [UInt8], link: Int)

  /// Besides the first, unused one and the names.
  package var sections: [Section] = []

  package init(isLittleEndian: Bool = true, addressSize: Int = 8) {
    self.isLittleEndian = isLittleEndian
    self.addressSize = addressSize
  }

  package var bytes: [UInt8] {
    let isWide = addressSize == 8
    let names = [""] + sections.map(\.name) + [".shstrtab"]
    let strings = Self.texts(names)
    let contents: [Section] = sections + [(".shstrtab", 3, strings, 0)]
    var body = [UInt8]()
    var table = [UInt8](repeating: 0, count: isWide ? 64 : 40)
    var nameOffset = 1
    for section in contents {
      table += number(UInt64(nameOffset), 4) + number(section.type, 4) + word(0) + word(0x1000)
      table += word(UInt64((isWide ? 64 : 52) + body.count)) + word(UInt64(section.contents.count))
      table += number(UInt64(section.link), 4) + number(0, 4) + word(1) + word(0)
      body += section.contents
      nameOffset += section.name.utf8.count + 1
    }
    var header: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, isWide ? 2 : 1, isLittleEndian ? 1 : 2, 1]
    header += [UInt8](repeating: 0, count: 9)
    header += number(3, 2) + number(62, 2) + number(1, 4) + word(0) + word(0)
    header += word(UInt64((isWide ? 64 : 52) + body.count)) + number(0, 4)
    header += number(isWide ? 64 : 52, 2) + number(0, 2) + number(0, 2) + number(isWide ? 64 : 40, 2)
    header += number(UInt64(contents.count + 1), 2) + number(UInt64(contents.count), 2)
    return header + body + table
  }

  /// A note as `<sys/sdt.h>` makes it.
  package func note(_ provider: String, _ name: String, _ arguments: String, semaphore: UInt64 = 0x2000)
    -> [UInt8]
  {
    let content = word(0x1234) + word(0x5678) + word(semaphore) + Self.texts([provider, name, arguments])
    return number(8, 4) + number(UInt64(content.count), 4) + number(3, 4) + Array("stapsdt\0".utf8) + content
      + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  /// A file that is linked to libraries, as its `.dynamic` section says.
  package static func linked(
    to names: [String], inherited: String? = nil, own: String? = nil, addressSize: Int = 8
  ) -> ELFSample {
    var sample = ELFSample(addressSize: addressSize)
    var strings: [UInt8] = [0]
    var entries = [UInt8]()
    let tagged =
      names.map { (UInt64(1), $0) }
      + [(15, inherited), (29, own)].compactMap { tag, text in
        text.map { (UInt64(tag), $0) }
      }
    for (tag, text) in tagged {
      entries += sample.word(tag) + sample.word(UInt64(strings.count))
      strings += Array(text.utf8) + [0]
    }
    entries += sample.word(0) + sample.word(0) + sample.word(1) + sample.word(1)
    sample.sections = [(".dynamic", 6, entries, 2), (".dynstr", 3, strings, 0)]
    return sample
  }

  private static func texts(_ texts: [String]) -> [UInt8] {
    texts.reduce(into: []) { bytes, text in bytes += Array(text.utf8) + [0] }
  }

  package func word(_ value: UInt64) -> [UInt8] { number(value, addressSize) }

  package func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isLittleEndian ? bytes : bytes.reversed()
  }
}
