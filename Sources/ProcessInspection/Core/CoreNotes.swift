/// The notes of a core file: the kernel, or a debugger, has written them besides the memory.
struct CoreNotes {
  /// The process by the number that it had for itself; 0 where nothing tells it.
  private(set) var process: UInt32 = 0
  /// The first 15 bytes of the program's name.
  private(set) var name = ""
  /// Where the process had the headers of its program; 0 where nothing tells it.
  private(set) var programHeaders: UInt64 = 0
  /// The parts of files that were mapped, in order; nil where the core does not list them.
  private(set) var files: [Part]?

  /// A part of a file at addresses.
  struct Part {
    let path: String
    let addresses: Range<UInt64>
    let offset: UInt64
  }

  private enum Kind: UInt64 {
    case process = 3
    case auxiliary = 6
    case files = 0x4649_4c45

    /// The longest content that is read.
    var longest: UInt64 {
      switch self {
      case .process: 4096
      case .auxiliary: 8192
      // As long as the kernel can be told to make it.
      case .files: 16 << 20
      }
    }
  }

  /// A few for each thread.
  private static let most = 1 << 19

  init(_ bytes: CoreBytes, _ segments: [CoreHeader.Segment]) {
    var left = Self.most
    for segment in segments where segment.isNote {
      let (end, overflow) = segment.offset.addingReportingOverflow(segment.size)
      var offset = segment.offset
      while !overflow, offset < end, left > 0, let note = Self.note(at: offset, bytes) {
        left -= 1
        if let kind = note.kind, note.contentSize <= kind.longest,
          let content = bytes.read(at: note.content, count: note.contentSize)
        {
          take(content, kind)
        }
        offset = note.end
      }
    }
  }

  private static func note(
    at offset: UInt64, _ bytes: CoreBytes
  ) -> (kind: Kind?, content: UInt64, contentSize: UInt64, end: UInt64)? {
    guard let header = bytes.read(at: offset, count: 12) else { return nil }
    func padded(_ size: UInt64) -> UInt64 { (size + 3) & ~3 }
    // The sizes are below 2^32, and the offset is one of the file's: nothing overflows.
    let (nameSize, contentSize) = (UInt64(header.halfWord(at: 0)), UInt64(header.halfWord(at: 4)))
    let content = offset + 12 + padded(nameSize)
    let name = nameSize == 5 ? bytes.read(at: offset + 12, count: 5) : nil
    let kind = name == Array("CORE\0".utf8) ? Kind(rawValue: UInt64(header.halfWord(at: 8))) : nil
    return (kind, content, contentSize, content + padded(contentSize))
  }

  private mutating func take(_ content: [UInt8], _ kind: Kind) {
    switch kind {
    case .process:
      // An `elf_prpsinfo` of a machine with 64 bits.
      guard content.count >= 56 else { return }
      process = content.halfWord(at: 24)
      name = String(decoding: content[40..<56].prefix { $0 != 0 }, as: UTF8.self)
    case .auxiliary:
      for place in stride(from: 0, through: content.count - 16, by: 16) where content.number(at: place) == 3 {
        programHeaders = content.number(at: place + 8)
      }
    case .files: files = files ?? Self.files(content)
    }
  }

  /// Nil where the list ends before it says.
  private static func files(_ content: [UInt8]) -> [Part]? {
    guard content.count >= 16 else { return nil }
    let (count, pageSize) = (content.number(at: 0), content.number(at: 8))
    guard count <= UInt64(content.count - 16) / 24 else { return nil }
    var name = 16 + Int(count) * 24
    var parts: [Part] = []
    parts.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      guard let end = content[name...].firstIndex(of: 0) else { return nil }
      let path = String(decoding: content[name..<end], as: UTF8.self)
      name = end + 1
      let entry = 16 + index * 24
      let (start, stop) = (content.number(at: entry), content.number(at: entry + 8))
      let (offset, overflow) = content.number(at: entry + 16).multipliedReportingOverflow(by: pageSize)
      guard start < stop, !overflow else { continue }
      parts.append(Part(path: path, addresses: start..<stop, offset: offset))
    }
    return parts
  }
}
