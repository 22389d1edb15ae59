/// The line below leaks: how to keep a known leak quiet.
///
///     Keep a known leak quiet:  rxtrace check app.rxtrace --write-baseline rx.baseline
package struct BaselineHint: Sendable {
  /// The recordings, as the reader would type them.
  private let files: [String]
  /// The baseline that there is already.
  private let baseline: String?

  package init(files: [String], baseline: String? = nil) {
    self.files = files
    self.baseline = baseline
  }

  /// Nothing where there is nothing to keep quiet.
  package func write(
    leaks: Int, suspects: Int, on page: Page, to out: inout some TextOutputStream
  ) {
    guard leaks + suspects > 0 else { return }
    let pen = Pen(page: page)
    Line().write(on: page, to: &out)
    let what = leaks > 0 ? "leak" : "suspect"
    var words = ["rxtrace check"] + files
    if leaks == 0 { words.append("--suspects") }
    if let baseline { words += ["--baseline", baseline] }
    words += ["--write-baseline", baseline ?? "rx.baseline"]
    let pieces = [
      pen("Keep a known \(what) quiet:", .dim), pen(words.joined(separator: " "), .dim, limit: 4096),
    ]
    for line in pen.flow(pieces) { line.write(on: page, to: &out) }
  }
}
