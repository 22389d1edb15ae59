/// How a graph is made.
public struct GraphOptions: Sendable {
  /// Leave out times and the process, so that two runs of the same program give the same text.
  public var isStable = false
  /// Draw a frame around each tree.
  public var hasClusters = true
  /// Where a node leads to in SVG; nil for nowhere.
  public var links: LinkFormat?

  public init() {}
}
