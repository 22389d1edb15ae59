/// Which subscriptions a timeline shows, and which part of the recording.
public struct TimelineOptions: Sendable {
  /// Which trees are drawn, and how much of each. Finished subscriptions are part of a timeline.
  public var tree: TreeOptions
  /// Draw only the tree of each leak that `leaks` shows.
  public var showsOnlyLeaks = false
  /// Draw rows that would be identical to the row they relay to as one.
  public var foldsEqualRows = true
  /// Nanoseconds since the beginning of the recording; nil for its beginning and end.
  public var from: UInt64?
  public var to: UInt64?
  /// Nanoseconds a column, as far as they fit; nil for all in as many columns as there is room for.
  public var unit: UInt64?
  /// Draw the beginning wide, and later times ever narrower.
  public var isLogarithmic = false

  public init(limit: Int? = 60) {
    tree = TreeOptions(limit: limit)
    tree.showsFinished = true
  }
}
