import TraceAnalysis

/// The parts that a leak of a recording and a leak of a running process are drawn with: the rule above, the
/// sentences, and the advice at the end.
struct LeakFrame {
  let name: String
  let confidence: Confidence
  let pen: Pen

  /// Writes `── LEAK A ── certain ── 3f9c1a ─────` and the sentences below it.
  ///
  /// - Parameter fingerprint: nil where the leak has none.
  func writeHead(_ sentences: [String], fingerprint: String?, to out: inout some TextOutputStream) {
    rule(fingerprint).write(on: pen.page, to: &out)
    for sentence in sentences {
      for line in pen.wrapped(pen(sentence, limit: 1000)) { line.write(on: pen.page, to: &out) }
    }
    Line().write(on: pen.page, to: &out)
  }

  func writeAdvice(_ hint: String, to out: inout some TextOutputStream) {
    for line in pen.wrapped(pen("  " + hint, limit: 1000), indent: 2) { line.write(on: pen.page, to: &out) }
  }

  private func rule(_ fingerprint: String?) -> Line {
    let title =
      pen("── ", .dim) + pen(name, confidence.ink) + pen(" ── ", .dim) + pen(confidence.name, confidence.ink)
      + pen(fingerprint.map { " ── \($0) " } ?? " ", .dim)
    return title + pen(String(repeating: "─", count: max(min(pen.page.width, 92) - title.width, 2)), .dim)
  }
}
