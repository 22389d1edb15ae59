import Synchronization
import TraceAnalysis
import TraceRendering

/// The sources that links lead to and excerpts are taken from. They are looked for when the first is needed.
final class LinkSources: SourceFiles, SourceText {
  private let roots: [SourceRoot]
  private let folders = Mutex<SourceFolders??>(nil)
  /// Whether a line has said why there are none: one is enough, however many ask.
  private static let hasFailed = Mutex(false)

  /// - Parameter roots: folders; if there are none, the repository around the working folder, where there is
  ///   one.
  init(_ roots: [SourceRoot]) { self.roots = roots }

  func place(of file: String) -> (below: String, absolute: String)? {
    found?.place(of: file).map { (below: $0.shown, absolute: $0.absolute) }
  }

  func path(of file: String) -> String? { found?.place(of: file)?.shown }

  func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup {
    found?.lines(numbers, of: file, built: built) ?? .missing
  }

  private var found: SourceFolders? {
    folders.withLock { folders in
      if let folders { return folders }
      let new = look()
      folders = .some(new)
      return new
    }
  }

  private func look() -> SourceFolders? {
    if roots.isEmpty, SourceFolder.nearestRepository == nil { return nil }
    do {
      return try SourceFolders(roots)
    } catch {
      Self.hasFailed.withLock { hasFailed in
        if !hasFailed { Output.note(error.message) }
        hasFailed = true
      }
      return nil
    }
  }
}
