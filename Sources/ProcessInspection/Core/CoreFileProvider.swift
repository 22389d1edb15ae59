/// Opens the program and the libraries of a process that has ended, for the texts in them.
///
/// The paths are a core's words: they may lead to a newer build, or to a file that only the reader may read.
/// So nothing is read of a file but its first page, unless this page is a program's and the core has the same
/// one.
package final class CoreFileProvider {
  /// A file that is not read, and why.
  package struct Unused: Hashable {
    package enum Reason: Hashable {
      case unreadable(SystemError)
      /// Another build, or no program.
      case another
      /// The core lacks the page that would tell.
      case notCompared
    }

    package let path: String
    package let reason: Reason
  }

  /// The first of them.
  package private(set) var unused: [Unused] = []
  private static let mostUnused = 8

  private let memory: CoreMemory
  private static let page: UInt64 = 4096

  init(_ memory: CoreMemory) { self.memory = memory }

  /// Nil where it is not the file that the process had, as far as the core tells.
  func open(_ file: MappedFiles.File) -> ForeignTexts.FileContent? {
    let opened: ForeignTexts.FileContent
    do {
      opened = try ForeignTexts.FileContent(file.path)
    } catch {
      note(file, .unreadable(error))
      return nil
    }
    let count = min(Self.page, opened.bytes.size)
    guard let start = file.mappings.first(where: { $0.offset == 0 })?.addresses.lowerBound,
      let kept = memory.bytes(at: start, count: Int(count))
    else {
      note(file, .notCompared)
      return nil
    }
    guard ELFLayout(identification: kept.prefix(16)) != nil,
      opened.bytes.read(at: 0, count: count) == kept
    else {
      note(file, .another)
      return nil
    }
    return opened
  }

  private func note(_ file: MappedFiles.File, _ reason: Unused.Reason) {
    let unused = Unused(path: file.path, reason: reason)
    if self.unused.count < Self.mostUnused, !self.unused.contains(unused) { self.unused.append(unused) }
  }
}
