package import TraceFormat

/// The line of a call between its neighbours, for programs that show it their own way.
package struct CallExcerpt: Sendable, Hashable {
  /// The path of the file from the folder of the sources.
  package let file: String
  /// Whether the file was changed after the program was there, so that its lines say nothing. There are none
  /// then.
  package let isChanged: Bool
  /// The number of the first of the lines.
  package let firstLine: Int
  /// The line of the call with one before and one behind it, as far as the file has them.
  package let lines: [String]
  /// Where the call begins in its line, from 1, and how long it is, in code points. Nil where the line is
  /// blank.
  package private(set) var column: Int?
  package private(set) var length: Int?

  /// Nil where the file or the line is not found.
  ///
  /// - Parameter built: when the program was there at the latest, in seconds of the wall clock; nil where
  ///   that is not known.
  package init?(of site: Site, in sources: any SourceText, built: Int?) {
    let line = Int(site.line)
    guard line > 0, let file = sources.path(of: site.file) else { return nil }
    self.file = file
    firstLine = max(1, line - 1)
    switch sources.lines(firstLine...(line + 1), of: site.file, built: built) {
    case .missing: return nil
    case .changed:
      isChanged = true
      lines = []
    case .lines(let found):
      guard found.indices.contains(line - firstLine) else { return nil }
      isChanged = false
      lines = found
      let text = found[line - firstLine]
      guard let mark = SourceMark(of: site.operatorName, in: text) else { return }
      column = text.unicodeScalars[..<mark.range.lowerBound].count + 1
      length = text.unicodeScalars[mark.range].count
    }
  }
}
