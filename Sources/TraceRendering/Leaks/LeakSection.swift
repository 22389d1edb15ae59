import TraceAnalysis
import TraceFormat

/// One leak: what happened, the way from the root to the keeper, what would repair it.
struct LeakSection {
  private let name: String
  private let leak: Leak
  private let words: LeakWords
  private let pen: Pen
  private let showsWholePath: Bool

  init(_ leak: Leak, _ name: String, _ words: LeakWords, _ pen: Pen, showsWholePath: Bool) {
    self.name = name
    self.leak = leak
    self.words = words
    self.pen = pen
    self.showsWholePath = showsWholePath
  }

  func write(to out: inout some TextOutputStream) {
    rule.write(on: pen.page, to: &out)
    for sentence in words.account(of: leak) {
      for line in pen.wrapped(pen(sentence, limit: 1000)) { line.write(on: pen.page, to: &out) }
    }
    Line().write(on: pen.page, to: &out)
    LeakPath(leak, words, pen, showsWhole: showsWholePath).table.write(with: pen, to: &out)
    Line().write(on: pen.page, to: &out)
    if let excerpt = SourceExcerpt(leak, words, pen)?.lines, !excerpt.isEmpty {
      for line in excerpt { line.write(on: pen.page, to: &out) }
      Line().write(on: pen.page, to: &out)
    }
    for line in pen.wrapped(pen("  " + words.hint(for: leak), limit: 1000), indent: 2) {
      line.write(on: pen.page, to: &out)
    }
  }

  /// `── LEAK A ── certain ── 3f9c1a ─────`.
  private var rule: Line {
    let ink = leak.confidence.ink
    let title =
      pen("── ", .dim) + pen(name, ink) + pen(" ── ", .dim)
      + pen(leak.confidence.name, ink) + pen(" ── \(leak.fingerprint) ", .dim)
    return title + pen(String(repeating: "─", count: max(min(pen.page.width, 92) - title.width, 2)), .dim)
  }
}
