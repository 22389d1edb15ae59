/// The dynamic linker's list of libraries, `/etc/ld.so.cache`.
struct LibraryCache: Sendable {
  /// Every library of that name: one for each kind of processor that the machine runs.
  private let paths: [String: [String]]

  /// Empty where there is no such file, or it is of a form that is not known.
  init(path: String = "/etc/ld.so.cache") {
    guard let file = try? FileBytes(path: path), let bytes = file.read(at: 0, count: file.size) else {
      paths = [:]
      return
    }
    paths = Self.paths(in: bytes)
  }

  init(bytes: [UInt8]) {
    paths = Self.paths(in: bytes)
  }

  func paths(named name: String) -> [String] { paths[name] ?? [] }

  /// After a header of 48 bytes (magic, count, size of the texts) entries of 24 bytes: flags, then the
  /// offsets of name and path from the file's beginning, then what the processor must be able to do.
  private static func paths(in bytes: [UInt8]) -> [String: [String]] {
    guard bytes.starts(with: "glibc-ld.so.cache1.1".utf8) else { return [:] }
    var identification: [UInt8] = Array("\u{7f}ELF".utf8)
    // The numbers lie as the machine that wrote them has them: this one.
    identification += [2, 1.littleEndian == 1 ? 1 : 2]
    guard let layout = ELFLayout(identification: identification),
      let count = layout.number(in: bytes, at: 20, size: 4)
    else { return [:] }
    var paths = [String: [String]]()
    for entry in 0..<min(Int(count), bytes.count / 24) {
      let start = 48 + entry * 24
      guard let nameOffset = layout.number(in: bytes, at: start + 4, size: 4),
        let pathOffset = layout.number(in: bytes, at: start + 8, size: 4),
        let name = bytes.terminatedText(at: Int(nameOffset), limit: 4096),
        let path = bytes.terminatedText(at: Int(pathOffset), limit: 4096)
      else { continue }
      paths[name.text, default: []].append(path.text)
    }
    return paths
  }
}
