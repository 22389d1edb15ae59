import TraceAnalysis

/// The source beside the leaks of a page, in the lines of `rxtrace leaks`, and the patches that end them.
struct ReportSources {
  /// The patches, each once: one may end several leaks.
  private(set) var patches: [String] = []
  private var places: [String: Int] = [:]
  private let words: LeakWords
  private let pen: Pen

  /// - Parameters:
  ///   - leaks: the ones that the page describes.
  ///   - sources: nil for no source and no patches.
  ///   - maker: asked only where the source of a leak is found.
  init(
    of leaks: some Sequence<(letter: String, isProven: Bool, leak: Leak)>, _ words: LeakWords,
    _ sources: (any SourceText)?, _ maker: (any LeakPatches)?
  ) {
    self.words = words
    var page = Page()
    page.sources = sources
    pen = Pen(page: page)
    guard let sources, let maker else { return }
    // A patch is made of the lines as they are now: of a file that was changed there is none.
    let found = leaks.filter { each in
      CallExcerpt(of: each.leak.site, in: sources, built: words.trace.startedAt)?.isChanged == false
    }
    guard !found.isEmpty else { return }
    let made = maker.patches(of: words.trace)
    for (letter, _, _) in found {
      guard let patch = made[letter] else { continue }
      if let known = patches.firstIndex(of: patch) {
        places[letter] = known
      } else {
        places[letter] = patches.count
        patches.append(patch)
      }
    }
  }

  /// The lines, each as a list of texts with their styles.
  func excerpt(of leak: Leak) -> String {
    let lines = SourceExcerpt(leak, words, pen)?.lines ?? []
    return ScriptData.list(lines.map { line in ScriptData.list(line.spans.map(Self.text)) })
  }

  /// The place of the leak's patch among ``patches``; `null` where there is none.
  func patch(ofLeak letter: String) -> String { places[letter].map { String($0) } ?? "null" }

  private static func text(_ span: Span) -> String {
    ScriptData.texts([Escaping().escaped(span.text), style(span.ink)])
  }

  /// The class in the page's style sheet.
  private static func style(_ ink: Ink) -> String {
    switch ink {
    case .plain, .bold: ""
    case .leak: "leaked"
    case .doubt: "doubt"
    case .dim: "faint"
    }
  }
}
