/// Which subscriptions a tree shows, and how much of each.
public struct TreeOptions: Sendable {
  public enum Order: String, Sendable, CaseIterable {
    /// By birth.
    case time
    /// Leaks first, then unknown, open, long-lived, finished ones.
    case leak
    /// The longest life first.
    case life
    /// The most values first.
    case next
  }

  /// Draw finished trees, and all finished subscriptions below a living one.
  public var showsFinished = false
  /// Draw the trees of equal shape once.
  public var mergesEqual = true
  /// Subscriptions (by the number that the tools print) below which nothing is folded.
  public var expanded: Set<Int> = []
  /// Levels to draw; nil for all.
  public var depth: Int?
  public var order = Order.time
  /// Draw only the trees of subscriptions whose `File.swift:47`, `File.swift` or operator this is.
  public var root: String?
  /// The most rows to draw; nil for no limit. Subscriptions without a row are counted, and leaks come first
  /// then.
  public var limit: Int?

  /// Gives everything a row of its own: nothing is folded or merged.
  package mutating func foldNothing() { (showsFinished, mergesEqual) = (true, false) }

  /// Only so many levels were asked for, and no subscriptions: finished trees are left out as they are
  /// without.
  package var asksForLevelsAlone = false

  /// Draw only the trees of these subscriptions; nil for all.
  var only: Set<Int>?

  public init(limit: Int? = 200) { self.limit = limit }
}
