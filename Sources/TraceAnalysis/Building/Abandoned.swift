package import TraceFormat

/// A source to which nobody can send any more, while somebody waits for it.
package struct Abandoned: Sendable, Hashable {
  package let time: UInt64
  /// The subscription whose memory went right before: its closures held the last reference to the source. Nil
  /// where it was no subscription's.
  package let within: SubscriptionID?
}

extension ForestBuilder {
  mutating func wasAbandoned(_ source: UInt64, _ time: UInt64, _ thread: ThreadID) {
    guard abandoned[source] == nil else { return }
    let isBehind = lastRelease.thread == thread && records &- lastRelease.record == 1
    abandoned[source] = Abandoned(time: time, within: isBehind ? lastRelease.id : nil)
  }
}
