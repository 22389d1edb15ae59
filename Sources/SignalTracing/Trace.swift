import CSignalProbes
import TraceFormat

/// Reports what is not one subscription's: marks, connections, owners, scheduled work.
public enum Trace {
  /// Writes a mark into the recording and fires `racsignal:mark`. Marks bound round trips for the tools.
  public static func mark(_ text: String) {
    guard rx_watched_lifecycle() else { return }
    OwnedObjects.lookAtAll()
    let thread = rx_thread_current()
    Emission.mark(Emission.Numbers(thread)).emit(thread) { text }
  }

  /// A multicast connection subscribed to its source, for so many subscribers.
  public static func connected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(
      .connected(
        connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
  }

  /// A multicast connection was disposed.
  public static func disconnected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(
      .disconnected(
        connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
  }

  /// A source that is hot by itself was sent a value while nobody was subscribed to it.
  ///
  /// Count such values only if ``TracedSubscription/livesAreWatched`` is true and nobody is subscribed.
  /// Report at 1, 2, 4, 8 … values. Do not report for a source that keeps its newest value for later
  /// subscribers, unless it has ended.
  ///
  /// - Parameters:
  ///   - source: the number that its subscribers reported with `joined(source:)`.
  ///   - count: how many came in a row, with this one.
  ///   - hasEnded: whether the source has completed or failed.
  public static func unheard(source: UInt64, count: Int, hasEnded: Bool) {
    let thread = rx_thread_current()
    Emission.tell(
      .unheard(
        source: source, within: EventID(thread.pointee.cause), count: UInt64(count), ended: hasEnded ? 1 : 0),
      thread)
  }

  /// Nobody can send to a source that is hot by itself any more, nor end it: it went out of memory while it
  /// had subscribers.
  ///
  /// Its subscribers wait in vain, and a recording says so. For a source with one subscription see
  /// ``TracedSubscription/abandoned()``.
  ///
  /// - Parameter source: the number that its subscribers reported with `joined(source:)`.
  public static func abandoned(source: UInt64) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(.abandoned(source: source))
  }

  /// A number for an owner, a connection, a hot source, a scheduler or a piece of work: from 1, never reused.
  public static func newIdentifier() -> UInt64 {
    let thread = rx_thread_current()
    if thread.slots.pointee.next_identifier == 0 { TracedSubscription.firstUse(thread) }
    return LiveTable.identifier(thread)
  }
}
