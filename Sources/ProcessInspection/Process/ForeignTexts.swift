package import Glibc

/// The texts at the addresses of another process, without a look into its memory: those of its tables, and
/// those that its program and libraries have in their files.
package struct ForeignTexts: ~Copyable, TextMemory {
  private let tables: [LiveTableFile]
  /// In the order of their addresses.
  private let places: [Place]
  /// Where the kernel allows it.
  private let memory: (any ForeignMemory)?

  private struct Place {
    let mapping: FileMapping
    let part: Part
  }

  /// A file whose parts are mapped, not to be written, and that is opened once a text is looked for in it.
  private final class Part {
    let file: MappedFiles.File
    private let opening: (MappedFiles.File) -> FileContent?
    private lazy var content: FileContent? = opening(file)

    init(_ file: MappedFiles.File, _ open: @escaping (MappedFiles.File) -> FileContent?) {
      self.file = file
      opening = open
    }

    func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
      guard let content else { return nil }
      let rest = content.bytes.size - min(offset, content.bytes.size)
      return rest == 0 ? nil : content.bytes.read(at: offset, count: min(count, rest))
    }
  }

  /// Keeps a file open.
  final class FileContent {
    let bytes: FileBytes
    init(_ path: String) throws(SystemError) { bytes = try FileBytes(path: path) }
  }

  /// - Parameter looksIntoMemory: whether texts are looked for there, too, where the kernel allows it.
  package init(
    of process: pid_t, _ tables: [LiveTableFile], _ files: MappedFiles, looksIntoMemory: Bool = true
  ) {
    var memory: (any ForeignMemory)?
    if looksIntoMemory, let opened = try? ProcessMemory(of: process) {
      memory = LiveTableFile.Content(opened)
    }
    self.init(tables, files, memory) { try? FileContent($0.reachedAt) }
  }

  /// - Parameter open: opens a file that was mapped; nil where it is not to be read.
  init(
    _ tables: [LiveTableFile], _ files: MappedFiles, _ memory: (any ForeignMemory)?,
    open: @escaping (MappedFiles.File) -> FileContent?
  ) {
    self.tables = tables
    self.memory = memory
    places = files.files.flatMap { file in
      let part = Part(file, open)
      return file.mappings.map { Place(mapping: $0, part: part) }
    }
    .sorted { $0.mapping.addresses.lowerBound < $1.mapping.addresses.lowerBound }
  }

  private static let longest = 4096
  private static let piece: UInt64 = 256

  package func text(at address: UInt64) -> String? {
    for table in tables {
      if let text = table.text(at: address) { return text }
    }
    if let place = place(at: address) {
      let mapping = place.mapping
      // The process may have written other texts. Constant ones may lie there as well: linkers differ in
      // that.
      if mapping.isPrivateAndWritable, let text = memory?.text(at: address) { return text }
      let offset = mapping.offset &+ (address - mapping.addresses.lowerBound)
      if let text = Self.text(in: place.part, at: offset) { return text }
    }
    return memory?.text(at: address)
  }

  private func place(at address: UInt64) -> Place? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].mapping.addresses.lowerBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, places[low - 1].mapping.addresses.contains(address) else { return nil }
    return places[low - 1]
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
