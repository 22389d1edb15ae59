import TraceAnalysis
import TraceFormat

/// One leak: what happened, the way from the root to the keeper, what would repair it.
struct LeakSection {
  private let name: String
  private let leak: Leak
  private let words: LeakWords
  private let pen: Pen
  private let showsWholePath: Bool
  private let explains: Bool

  /// - Parameter explains: whether its evidence stands below it by number.
  init(
    _ leak: Leak, _ name: String, _ words: LeakWords, _ pen: Pen, showsWholePath: Bool, explains: Bool
  ) {
    self.name = name
    self.leak = leak
    self.words = words
    self.pen = pen
    self.showsWholePath = showsWholePath
    self.explains = explains
  }

  func write(to out: inout some TextOutputStream) {
    let frame = LeakFrame(name: name, confidence: leak.confidence, pen: pen)
    frame.writeHead(words.account(of: leak), fingerprint: "\(leak.fingerprint)", to: &out)
    LeakPath(leak, words, pen, showsWhole: showsWholePath).table.write(with: pen, to: &out)
    Line().write(on: pen.page, to: &out)
    if let excerpt = SourceExcerpt(leak, words, pen)?.lines, !excerpt.isEmpty {
      for line in excerpt { line.write(on: pen.page, to: &out) }
      Line().write(on: pen.page, to: &out)
    }
    frame.writeAdvice(words.hint(for: leak), to: &out)
    guard explains else { return }
    Line().write(on: pen.page, to: &out)
    LeakWhy(leak, words, pen).write(to: &out)
  }
}
