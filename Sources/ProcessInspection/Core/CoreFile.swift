/// The core file of a process: its memory as it was at its end, as far as the kernel or a debugger has
/// written it.
///
/// Every number of it is untrusted: none makes the reading trap, and ``ReadingBudget`` limits how much is
/// read, in proportion to the file.
package struct CoreFile {
  /// The process by the number that it had for itself; 0 where nothing tells it.
  package let process: UInt32
  /// The program's path; its name alone where no more is known. May be empty.
  package let program: String
  /// How many bytes its headers tell of that the file does not have.
  package let missing: UInt64
  /// In bytes.
  package let size: UInt64
  /// When it was last written to, in nanoseconds since 1970.
  package let modified: UInt64
  /// Whether it tells which files were mapped.
  package let listsFiles: Bool

  private let bytes: CoreBytes
  private let memory: CoreMemory
  private let files: MappedFiles
  /// Where the process had the files of its tables; it may have given other memory their place.
  private let tableBases: [UInt64]

  /// More runtimes than any program has.
  private static let mostTables = 16
  /// More files than any program has mapped to execute them.
  private static let mostFiles = 4096

  package init(path: String) throws(CoreError) {
    bytes = try CoreBytes(path: path)
    let header = try CoreHeader(bytes)
    let notes = CoreNotes(bytes, header.segments)
    memory = CoreMemory(bytes, header.segments)
    (process, listsFiles) = (notes.process, notes.files != nil)
    (missing, size, modified) = (memory.missing, bytes.size, bytes.modified)
    let parts = notes.files ?? []
    program = parts.first { $0.addresses.contains(notes.programHeaders) }?.path ?? notes.name
    var bases: [UInt64] = []
    for part in parts where part.path == LiveTableFile.name && part.offset <= part.addresses.lowerBound {
      let base = part.addresses.lowerBound - part.offset
      if bases.count < Self.mostTables, !bases.contains(base) { bases.append(base) }
    }
    tableBases = bases
    files = MappedFiles(ofEnded: Self.mappings(parts, header.segments))
  }

  /// Files in memory have no name under which they could be found.
  private static func mappings(
    _ parts: [CoreNotes.Part], _ segments: [CoreHeader.Segment]
  ) -> [FileMapping] {
    var known: [UInt64: CoreHeader.Segment] = [:]
    for segment in segments where segment.isMemory { known[segment.address] = segment }
    return parts.filter { !$0.path.hasPrefix("/memfd:") }.map { part in
      let segment = known[part.addresses.lowerBound]
      return FileMapping(
        path: part.path, addresses: part.addresses, offset: part.offset,
        isExecutable: segment?.isExecutable ?? false, isPrivateAndWritable: segment?.isWritable ?? false)
    }
  }

  /// Whether the process had a table in a file of its memory that the core lacks.
  package var lacksTable: Bool {
    tableBases.contains { memory.bytes(at: $0, count: 1) == nil }
  }

  /// The subscriptions that were in its memory.
  package func read() -> CoreReading {
    // A forked child has its parent's table mapped until it makes one of its own.
    let tables = tableBases.compactMap { LiveTableFile(CoreWindow(memory: memory, base: $0)) }
      .filter { process == 0 || $0.owner == UInt64(process) }
    let provider = CoreFileProvider(memory)
    // Where the core lacks the file of a table, the head in the program's memory leads nowhere.
    let heads = tables.isEmpty && !lacksTable ? self.heads(provider) : []
    let table = LiveTableReader(
      ofEnded: memory, tables, headsAt: heads, ForeignTexts(tables, files, memory, open: provider.open),
      budget: ReadingBudget(of: bytes))
    let layout =
      tables.first?.layout ?? heads.first.flatMap { memory.bytes(at: $0, count: 4)?.halfWord(at: 0) }
    return CoreReading(
      table: table, layout: layout, namesHead: !heads.isEmpty, unusedFiles: provider.unused)
  }

  /// Where the heads of the tables lie, as the program and the libraries say.
  private func heads(_ provider: CoreFileProvider) -> [UInt64] {
    var heads: [UInt64] = []
    for file in files.files.prefix(Self.mostFiles) where heads.count < Self.mostTables {
      guard provider.open(file) != nil, let head = LiveTableReader.headAddress(in: file) else { continue }
      heads.append(head)
    }
    return heads
  }
}

/// The content of a core file, as far as it could be read.
package struct CoreReading {
  package let table: LiveTableReader
  /// The form of the first table whose head the core has; nil where it has none. A reader knows form 1.
  package let layout: UInt32?
  /// Whether a file of the process says where it has the head of a table.
  package let namesHead: Bool
  /// Files that would have had texts.
  package let unusedFiles: [CoreFileProvider.Unused]
}
