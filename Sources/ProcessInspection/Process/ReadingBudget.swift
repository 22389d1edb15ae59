package import Glibc

/// How much is read of another process, in proportion to its size: whatever its memory says, who looks at it
/// stays small and is soon done.
package struct ReadingBudget: Hashable {
  /// Bytes of records that may still be read.
  private var records: UInt64
  /// Bytes of texts that may still be read.
  private var texts: UInt64
  /// Whether something was not read for want of it.
  package private(set) var isUsedUp = false

  /// The process may grow while it is read, and a small one has texts as well.
  private static let leastRecords: UInt64 = 4 << 20
  private static let leastTexts: UInt64 = 1 << 20
  /// More than the operators and files of any program.
  private static let mostTexts: UInt64 = 64 << 20
  /// So much of a program's memory at most are the names of its operators and files.
  private static let partOfTexts: UInt64 = 16
  /// The cost of a text besides its bytes: calls of the kernel, an entry of a table.
  private static let costOfText: UInt64 = 64

  /// - Parameter size: of the process, in bytes.
  init(size: UInt64) {
    records = max(Self.leastRecords, size)
    texts = min(max(Self.leastTexts, size / Self.partOfTexts), Self.mostTexts)
  }

  /// For what the process has in memory and in swap space; the least where that is not to be known.
  package init(of process: pid_t) {
    let status = "/proc/\(process)/status"
    let kibibytes = ["VmRSS:", "VmSwap:"].compactMap { ProcFile.number($0, in: status) }
    self.init(size: kibibytes.reduce(0, +) * 1024)
  }

  /// For the bytes of a core file that take space on its disk: holes cost nothing, and could be of any size.
  init(of core: CoreBytes) { self.init(size: core.occupied) }

  /// Takes so many bytes of records. False where there are not so many left.
  mutating func takeRecords(_ bytes: Int) -> Bool {
    guard UInt64(bytes) <= records else {
      isUsedUp = true
      return false
    }
    records -= UInt64(bytes)
    return true
  }

  /// Whether one more text may be read.
  mutating func hasRoomForText() -> Bool {
    if texts == 0 { isUsedUp = true }
    return texts > 0
  }

  mutating func takeText(_ text: String) {
    texts -= min(texts, UInt64(text.utf8.count) + Self.costOfText)
  }
}
