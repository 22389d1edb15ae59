package import TraceFormat

/// Subscriptions of one call site that a watched process should have ended, as far as its table tells.
package struct WatchedLeak: Sendable {
  package enum Kind: Sendable, Hashable {
    /// Each lives, and the subscription for whose sake it was made does not. That it was made for it may be
    /// guessed from the thread that subscribed.
    case outlived(isGuessed: Bool)
    /// The source of a flattening operator has ended, and its inner signals go on.
    case sourceless
    /// Ever more of them live, and none ends.
    case growing
  }

  /// One row of the way from a root to a source.
  package enum Step: Sendable, Hashable {
    /// A subscription that lives, and its age.
    case alive(Site, age: UInt64)
    /// The subscription for whose sake the next one was made. Nil where no look tells its call site.
    case gone(Site?)
    /// The source of the operator before, which has ended.
    case endedSource(Site?)
  }

  package let kind: Kind
  package let confidence: Confidence
  /// The call to look at first, and the one to look at next.
  package let site: Site
  package let other: Site?
  /// How many there are, and how many subscriptions live with them.
  package let count: Int
  package let members: Int
  /// Of ``count``: how many came to it during the watch.
  package let recent: Int
  /// How many of the call site ended during the watch.
  package let ended: Int
  /// The shortest time for which looks found one of them so.
  package let shortest: UInt64
  /// The ages of the youngest and the oldest.
  package let ages: ClosedRange<UInt64>
  /// Of the oldest.
  package let path: [Step]
}
