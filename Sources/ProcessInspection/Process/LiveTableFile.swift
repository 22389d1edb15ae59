package import Glibc

/// The file in memory in which a runtime keeps its table of living subscriptions; see `live.h`.
///
/// A user who may look at the process may open it. No right to trace the process is needed, and the process
/// takes no notice. The file is read by calls and not mapped: no content makes the reading trap.
package struct LiveTableFile {
  /// Keeps the file open.
  final class Content: ForeignMemory {
    private let memory: ProcessMemory
    init(_ memory: consuming ProcessMemory) { self.memory = memory }

    func bytes(at place: UInt64, count: Int) -> [UInt8]? { memory.bytes(at: place, count: count) }
    func text(at place: UInt64) -> String? { memory.text(at: place) }
  }

  /// Its bytes, by their places in the file.
  let content: any ForeignMemory
  /// Where its chunks begin, and how many there are.
  let first: UInt64
  let chunks: Int
  /// Chunks that the process has somewhere else.
  let elsewhere: UInt64
  /// The addresses of its texts in the process, and where they begin in the file.
  let texts: Range<UInt64>
  let textsPlace: UInt64
  /// The form of the table: a reader knows one.
  package let layout: UInt32
  /// The process whose table it is, by the number that it has for itself.
  let owner: UInt64

  /// The name of such a file in `/proc`, and in the list of mapped files.
  static let name = "/memfd:rxtrace (deleted)"
  private static let headSize = 96

  /// The tables of a process, one for each runtime in it, in the order of their descriptors. Empty where it
  /// has none. Throws where its descriptors are not to be looked at.
  package static func all(of process: RunningProcess) throws(SystemError) -> [LiveTableFile] {
    let owner = UInt64(process.ownNumber)
    // A forked child may still have the descriptor of its parent's file. Its own table is in its memory.
    return try MemoryFile.all(named: "rxtrace", of: process.pid).compactMap { LiveTableFile(at: $0) }
      .filter { $0.owner == owner }
  }

  /// The processes of a user that have such tables, in the order of their numbers; of every user for root.
  /// Processes that are not to be looked at are passed over.
  package static func processes(of user: uid_t) -> [pid_t] {
    guard let listing = opendir("/proc") else { return [] }
    defer { closedir(listing) }
    var found: [pid_t] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var folder = stat()
      guard let pid = pid_t(name), stat("/proc/\(name)", &folder) == 0, user == 0 || folder.st_uid == user,
        let process = RunningProcess(pid), let tables = try? all(of: process), !tables.isEmpty
      else { continue }
      found.append(pid)
    }
    return found.sorted()
  }

  /// Nil where the link leads to anything else.
  private init?(at link: String) {
    guard let descriptor = MemoryFile.open(link, O_RDONLY) else { return nil }
    self.init(ProcessMemory(descriptor: descriptor))
  }

  /// Any file in the place of the table.
  init?(_ memory: consuming ProcessMemory) { self.init(Content(memory)) }

  /// Nil where its head is not there, or cannot be one.
  init?(_ content: any ForeignMemory) {
    guard let bytes = content.bytes(at: 0, count: Self.headSize) else { return nil }
    let base = bytes.number(at: 48), begin = bytes.number(at: 80), end = bytes.number(at: 88)
    let start = base.addingReportingOverflow(begin), stop = base.addingReportingOverflow(end)
    layout = UInt32(truncatingIfNeeded: bytes.number(at: 0))
    owner = bytes.number(at: 40)
    first = bytes.number(at: 56)
    chunks = Int(min(bytes.number(at: 64), Self.mostChunks))
    elsewhere = bytes.number(at: 72)
    guard first < 1 << 40 else { return nil }
    let isWhole = !start.overflow && !stop.overflow && begin <= end && end <= first
    texts = isWhole ? start.partialValue..<stop.partialValue : 0..<0
    textsPlace = begin
    self.content = content
  }

  /// More than there can be.
  private static let mostChunks: UInt64 = 1 << 16

  /// The text at an address of the process, if it is one of the table's.
  func text(at address: UInt64) -> String? {
    guard texts.contains(address) else { return nil }
    return content.text(at: address - texts.lowerBound + textsPlace)
  }
}
