/// The note by which a file says where its runtime keeps the head of the table of living subscriptions; see
/// `live.h`.
struct LiveNote: Hashable {
  /// Where in the file the head lies.
  let headOffset: UInt64

  /// Nil where the file has no such note, or one that this version does not understand.
  init?(in file: borrowing ELFFile) {
    guard file.layout.addressSize == 8, let section = file.section(".note.rxtrace"),
      let bytes = file.contents(of: section), let position = Self.contentPosition(in: bytes, file.layout),
      let distance = file.layout.number(in: bytes, at: position, size: 8),
      // How far the head is from these eight bytes, in either direction.
      let offset = file.offset(ofAddress: section.address &+ UInt64(position) &+ distance)
    else { return nil }
    headOffset = offset
  }

  /// Where the content of the first note of type 1 begins.
  private static func contentPosition(in section: [UInt8], _ layout: ELFLayout) -> Int? {
    var offset = 0
    while let nameSize = layout.number(in: section, at: offset, size: 4),
      let contentSize = layout.number(in: section, at: offset + 4, size: 4),
      let type = layout.number(in: section, at: offset + 8, size: 4)
    {
      let name = offset + 12
      let content = name + ((Int(nameSize) + 3) & ~3)
      guard content <= section.count, content + Int(contentSize) <= section.count else { return nil }
      if type == 1, contentSize == 8, section[name..<content].starts(with: "rxtrace\0".utf8) {
        return content
      }
      offset = content + ((Int(contentSize) + 3) & ~3)
    }
    return nil
  }
}
