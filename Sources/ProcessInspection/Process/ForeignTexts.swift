package import Glibc

/// The texts at the addresses of another process, without a look into its memory: those of its tables, and those that its
/// program and libraries have in their files.
package struct ForeignTexts: ~Copyable, TextMemory {
  private let tables: [LiveTableFile]
  private let files: [Part]
  /// Where the kernel allows it.
  private let memory: LiveTableFile.Content?

  /// A file whose parts are mapped, not to be written, and that is opened once a text is looked for in it.
  private final class Part {
    let file: MappedFiles.File
    private var isOpened = false
    private var content: FileContent?

    init(_ file: MappedFiles.File) { self.file = file }

    func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
      if !isOpened { content = FileContent(file.reachedAt) }
      isOpened = true
      guard let content else { return nil }
      let rest = content.bytes.size - min(offset, content.bytes.size)
      return rest == 0 ? nil : content.bytes.read(at: offset, count: min(count, rest))
    }
  }

  private final class FileContent {
    let bytes: FileBytes
    init?(_ path: String) {
      guard let bytes = try? FileBytes(path: path) else { return nil }
      self.bytes = bytes
    }
  }

  /// - Parameter looksIntoMemory: whether texts are looked for there, too, where the kernel allows it.
  package init(
    of process: pid_t, _ tables: [LiveTableFile], _ files: MappedFiles, looksIntoMemory: Bool = true
  ) {
    self.tables = tables
    self.files = files.files.map(Part.init)
    if looksIntoMemory, let opened = try? ProcessMemory(of: process) {
      memory = LiveTableFile.Content(opened)
    } else {
      memory = nil
    }
  }

  private static let longest = 4096
  private static let piece: UInt64 = 256

  package func text(at address: UInt64) -> String? {
    for table in tables {
      if let text = table.text(at: address) { return text }
    }
    for part in files {
      for mapping in part.file.mappings where mapping.addresses.contains(address) {
        // The process may have written other texts. Constant ones may lie there as well: linkers differ in that.
        if mapping.isPrivateAndWritable, let text = memory?.memory.text(at: address) { return text }
        if let text = Self.text(in: part, at: mapping.offset &+ (address - mapping.addresses.lowerBound)) {
          return text
        }
      }
    }
    return memory?.memory.text(at: address)
  }

  private static func text(in part: Part, at offset: UInt64) -> String? {
    var text: [UInt8] = []
    while text.count < longest {
      guard let bytes = part.bytes(at: offset &+ UInt64(text.count), count: piece) else { return nil }
      if let end = bytes.firstIndex(of: 0) { return String(decoding: text + bytes[..<end], as: UTF8.self) }
      text += bytes
    }
    return String(decoding: text, as: UTF8.self)
  }
}
