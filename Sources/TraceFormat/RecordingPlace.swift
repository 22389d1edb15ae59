/// Where a recording and the files beside it are opened, and how a person names it.
///
/// These differ where another process has other names for files: what a link says there would be looked for here.
package struct RecordingPlace: Sendable {
  /// Where the recording is opened.
  package let path: String
  /// How a person names it.
  package let name: String
  /// What may be its staging file; nil for those beside it.
  private let stagingPaths: [String]?

  /// A file of this process's own file system.
  package init(_ path: String) {
    (self.path, name, stagingPaths) = (path, path, nil)
  }

  /// A file of another process's file system.
  package init(_ path: String, name: String, stagingPaths: [String]) {
    (self.path, self.name, self.stagingPaths) = (path, name, stagingPaths)
  }

  /// Where its marks from outside are.
  package var marksPath: String {
    stagingPaths == nil ? OutsideMarks.path(of: path) : OutsideMarks.name(of: path)
  }

  /// Whether it is in another process's file system.
  package var isForeign: Bool { stagingPaths != nil }

  /// Its staging file, and whether there is any.
  var stagingFiles: Staging.Files {
    stagingPaths.map { Staging.Files(of: path, among: $0) } ?? Staging.Files(besides: path)
  }
}
