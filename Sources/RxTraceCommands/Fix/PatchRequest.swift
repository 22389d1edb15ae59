import TraceAnalysis
import TraceExport

/// A patch that is asked for beside a report. It is made when all recordings were read.
struct PatchRequest {
  private let path: String
  private let sources: [SourceRoot]
  private let maker: PatchMaker
  private var report = ""
  private var leaks = 0

  /// - Parameters:
  ///   - path: the file of the patch.
  ///   - sources: the folders of the sources; the working folder if there are none.
  /// - Throws: where nothing makes patches here.
  init(to path: String, sources: [SourceRoot]) throws(CommandFailure) {
    self.path = path
    self.sources = sources
    maker = try PatchMaker()
  }

  mutating func add(_ trace: AnalyzedTrace) {
    report += render(trace, as: LeaksJSON())
    leaks += trace.listedLeaks.count
  }

  /// Makes the patch, and writes it.
  func end() throws(CommandFailure) {
    guard leaks > 0 else { return Output.note("no leaks: \(path.shellWord) is not written") }
    try maker.patch(for: report, sources: sources).write(to: path, leaks: leaks)
  }
}
