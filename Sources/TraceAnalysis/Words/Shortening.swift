extension StringProtocol {
  /// The text, or as much of its beginning as leaves room for `…` in `limit` characters. A text of any length
  /// costs only what is kept of it.
  package func shortened(to limit: Int) -> String {
    let beginning = unicodeScalars.prefix(limit + 1)
    guard beginning.count > limit else { return String(self) }
    return String(String.UnicodeScalarView(beginning.dropLast(2))) + "…"
  }

  /// The text, or `…` and as much of its end as `limit` characters have room for.
  package func shortenedAtBeginning(to limit: Int) -> String {
    let end = unicodeScalars.suffix(limit + 1)
    guard end.count > limit else { return String(self) }
    return "…" + String(String.UnicodeScalarView(end.dropFirst(2)))
  }
}
