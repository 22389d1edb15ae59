import Synchronization
import TraceRendering

/// The sources that links lead to. They are looked for when the first link is drawn.
final class LinkSources: SourceFiles {
  private let root: String?
  private let folder = Mutex<SourceFolder??>(nil)

  /// - Parameter root: a folder; nil for the repository around the working folder, where there is one.
  init(_ root: String?) { self.root = root }

  func place(of file: String) -> (below: String, absolute: String)? {
    let found = folder.withLock { folder in
      if let folder { return folder }
      let new = root != nil || SourceFolder.isInRepository ? try? SourceFolder(root) : nil
      folder = .some(new)
      return new
    }
    return found?.place(of: file)
  }
}
