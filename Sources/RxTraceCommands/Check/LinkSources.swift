import Synchronization
import TraceAnalysis
import TraceRendering

/// The sources that links lead to and excerpts are taken from. They are looked for when the first is needed.
final class LinkSources: SourceFiles, SourceText {
  private let root: String?
  private let folder = Mutex<SourceFolder??>(nil)

  /// - Parameter root: a folder; nil for the repository around the working folder, where there is one.
  init(_ root: String?) { self.root = root }

  func place(of file: String) -> (below: String, absolute: String)? { found?.place(of: file) }

  func path(of file: String) -> String? { found?.place(of: file)?.below }

  func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup {
    found?.lines(numbers, of: file, built: built) ?? .missing
  }

  private var found: SourceFolder? {
    folder.withLock { folder in
      if let folder { return folder }
      let new = root != nil || SourceFolder.isInRepository ? try? SourceFolder(root) : nil
      folder = .some(new)
      return new
    }
  }
}
