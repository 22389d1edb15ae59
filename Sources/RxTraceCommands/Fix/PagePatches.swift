import TraceAnalysis
import TraceExport
import TraceRendering

/// The patches behind the buttons of a page, made by `rxtrace-fix`.
struct PagePatches: LeakPatches {
  private let maker: PatchMaker
  private let sources: [SourceRoot]

  /// Nil where `rxtrace-fix` is not installed: a page does without.
  ///
  /// - Parameter sources: the folders of the sources; the working folder if there are none.
  init?(sources: [SourceRoot]) {
    guard let maker = try? PatchMaker() else { return nil }
    self.maker = maker
    self.sources = sources
  }

  func patches(of trace: AnalyzedTrace) -> [String: String] {
    do {
      return try maker.patch(for: render(trace, as: LeaksJSON()), sources: sources).parts
    } catch {
      Output.note("\(trace.file): the page has no patches: \(error.message)")
      return [:]
    }
  }
}
