/// The libraries that a program or library is linked to.
struct LinkedLibraries: Hashable, Sendable {
  /// The names to look for (`DT_NEEDED`), in the file's order.
  var names: [String] = []
  /// Folders of `DT_RPATH`, with `$ORIGIN` as it stands. Heeded only where there is no `DT_RUNPATH`.
  var inheritedFolders: [String] = []
  /// Folders of `DT_RUNPATH`.
  var ownFolders: [String] = []

  /// More than any real file has.
  private static let mostEntries = 10_000

  /// Nothing, for a file that is not dynamically linked or whose table is damaged.
  init(of file: borrowing ELFFile) {
    let dynamic: UInt64 = 6
    guard let section = file.sections.first(where: { $0.type == dynamic }),
      section.link < file.sections.count,
      let table = file.contents(of: section), let strings = file.contents(of: file.sections[section.link])
    else { return }
    let layout = file.layout
    let word = layout.addressSize
    for entry in 0..<min(table.count / (2 * word), Self.mostEntries) {
      guard let tag = layout.address(in: table, at: entry * 2 * word),
        let value = layout.address(in: table, at: entry * 2 * word + word), let tag = Tag(rawValue: tag)
      else { continue }
      if tag == .end { return }
      guard let text = Int(exactly: value).flatMap({ strings.terminatedText(at: $0, limit: 65_536)?.text })
      else { continue }
      switch tag {
      case .needed: names.append(text)
      case .inherited: inheritedFolders += Self.folders(text)
      case .own: ownFolders += Self.folders(text)
      case .end: return
      }
    }
  }

  private enum Tag: UInt64 {
    case end = 0
    case needed = 1
    case inherited = 15
    case own = 29
  }

  private static func folders(_ list: String) -> [String] {
    list.split(separator: ":").map(String.init)
  }
}
