package import TraceAnalysis

/// The page that text is written on: its characters, width, colours and links. The code that knows the
/// terminal decides.
public struct Page: Sendable {
  public var charset: Charset
  /// Columns. No line is longer; less than 40 counts as 40.
  public var width: Int
  /// Whether the eight base colours may be used. They only repeat a mark or a word.
  public var isColoured: Bool
  /// Where a call site leads to; nil where links cannot be shown.
  public var links: LinkFormat?
  /// The sources of which excerpts are shown; nil for none.
  package var sources: (any SourceText)?

  /// In fewer columns there is no room for two call sites beside each other.
  static let leastForTwoPlaces = 60

  public init(
    charset: Charset = .unicode, width: Int = 100, isColoured: Bool = false, links: LinkFormat? = nil
  ) {
    self.charset = charset
    self.width = max(width, 40)
    self.isColoured = isColoured
    self.links = links
  }
}
