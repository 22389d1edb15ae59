package import TraceFormat

/// The values in a row that a subject or relay was sent last while nobody was subscribed to it.
package struct Unheard: Sendable, Hashable {
  /// At least so many came.
  package fileprivate(set) var count: UInt64 = 0
  /// When the first and the last came of those that the recording tells of.
  package let since: UInt64
  package fileprivate(set) var last: UInt64
  /// Whether the subject had completed or failed.
  package let hasEnded: Bool
  /// The subscriptions during whose deliveries those were sent that the recording tells of.
  package fileprivate(set) var senders: [SubscriptionID] = []

  /// The count that the program had reached before. It may have begun before the recording did.
  fileprivate let uncounted: UInt64
  fileprivate var told: UInt64 = 0
}

extension ForestBuilder {
  /// A gap without a subscriber is told of so often at most, unless the recording is damaged.
  private static var mostSenders: Int { 64 }

  /// The program tells at 1, 2, 4, 8 … values. Where it begins anew, somebody has been there in between.
  mutating func wentUnheard(
    _ source: UInt64, within event: EventID?, _ count: UInt64, hasEnded: Bool, _ time: UInt64
  ) {
    let known = unheard[source]
    var row = known ?? Unheard(since: time, last: time, hasEnded: hasEnded, uncounted: max(1, count) - 1)
    if let known, count <= known.told || hasEnded != known.hasEnded {
      let uncounted = count <= known.told ? 0 : count - 1
      row = Unheard(since: time, last: time, hasEnded: hasEnded, uncounted: uncounted)
    }
    row.told = count
    row.count = max(1, count - min(count, row.uncounted))
    row.last = max(row.last, time)
    if row.senders.count < Self.mostSenders, let sender = recent.cause(event)?.life {
      row.senders.append(lives.id(of: sender))
    }
    unheard[source] = row
  }
}

extension HotSource {
  /// The values in a row that were sent to it last while nobody was subscribed; nil if there were none since
  /// the last of its members joined it, or the recording does not say.
  package func unheard(in forest: Forest) -> Unheard? {
    guard let unheard = forest.unheard[id] else { return nil }
    // After its end a subscriber comes and is no member any more.
    if unheard.hasEnded { return unheard }
    return members.allSatisfy { forest.lives[$0].subscribedAt < unheard.since } ? unheard : nil
  }
}
