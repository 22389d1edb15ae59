/// Where a recording and the files beside it are opened, and how a person names it.
///
/// These differ where another process has other names for files: what a link says there would be looked for
/// here. So no link is followed to a file of another process's file system.
package struct RecordingPlace: Sendable {
  private enum Memory {
    case own
    /// Where its staging file in memory is opened, if that is reachable.
    case foreign(String?)
  }

  /// Where the recording is opened.
  package let path: String
  /// How a person names it.
  package let name: String
  private let memory: Memory

  /// A file of this process's own file system.
  package init(_ path: String) {
    (self.path, name, memory) = (path, path, .own)
  }

  /// A file of another process's file system.
  ///
  /// - Parameters:
  ///   - path: a path that leads into that file system, as long as its last part is no link.
  ///   - memoryPath: such a path to where its staging file is in memory, if it is there.
  package init(_ path: String, name: String, memoryPath: String?) {
    (self.path, self.name, memory) = (path, name, .foreign(memoryPath))
  }

  /// Whether it lies in another process's file system.
  package var isForeign: Bool {
    if case .foreign = memory { true } else { false }
  }

  /// Where its marks from outside are. Beside the recording itself where `path` is a link of this file
  /// system.
  package var marksPath: String { isForeign ? OutsideMarks.name(of: path) : OutsideMarks.path(of: path) }

  /// Where its staging file is opened, if that is in memory.
  func memoryPath(of identity: [UInt8]) -> String? {
    switch memory {
    case .own: StagingLayout.memoryPath(of: identity)
    case .foreign(let path): path
    }
  }

  func recording() throws(TraceFormatError) -> ByteSource {
    try ByteSource(path: path, followingLink: !isForeign)
  }

  func marks() throws(TraceFormatError) -> ByteSource {
    try ByteSource(path: marksPath, followingLink: !isForeign)
  }
}
