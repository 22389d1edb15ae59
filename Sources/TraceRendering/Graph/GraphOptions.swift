/// How a graph is made.
public struct GraphOptions: Sendable {
  /// The common property of the nodes in a frame.
  public enum Cluster: String, Sendable, CaseIterable {
    /// They are one tree.
    case root
    /// One owner holds the handles of their roots.
    case owner
    /// Their roots were made in one file.
    case file
    /// There are no frames.
    case none
  }

  /// Leave out times and the process, so that two runs of the same program give the same text.
  public var isStable = false
  public var cluster = Cluster.root
  /// Where a node leads to in SVG; nil for nowhere.
  public var links: LinkFormat?

  public init() {}
}
