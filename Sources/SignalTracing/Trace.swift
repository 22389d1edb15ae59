import CSignalProbes
import TraceFormat

/// Reports events that do not belong to a single subscription: marks, connections, hot sources, owners.
public enum Trace {
  /// Writes a mark into the recording and fires `racsignal:mark`. For the tools, the time between two marks
  /// is a round trip.
  public static func mark(_ text: String) {
    guard rx_watched_lifecycle() else { return }
    OwnedObjects.lookAtAll()
    let thread = rx_thread_current()
    Emission.mark(Emission.Numbers(thread)).emit(thread) { text }
  }

  /// Reports that a multicast connection has subscribed to its source, with the number of its subscribers.
  public static func connected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(
      .connected(
        connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
  }

  /// Reports that a multicast connection was disposed, with the number of its subscribers.
  public static func disconnected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(
      .disconnected(
        connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
  }

  /// Reports that a source that is hot by itself was sent values while it had no subscriber.
  ///
  /// Count such values only if ``TracedSubscription/livesAreWatched`` is true and there is no subscriber.
  /// Report at 1, 2, 4, 8 … values. Do not report for a source that keeps its newest value for later
  /// subscribers, unless it has ended.
  ///
  /// - Parameters:
  ///   - source: the number that its subscribers reported with `joined(source:)`.
  ///   - count: the number of such values in a row, this value included.
  ///   - hasEnded: whether the source has completed or failed.
  public static func unheard(source: UInt64, count: Int, hasEnded: Bool) {
    let thread = rx_thread_current()
    Emission.tell(
      .unheard(
        source: source, within: EventID(thread.pointee.cause), count: UInt64(count), ended: hasEnded ? 1 : 0),
      thread)
  }

  /// Reports that a source that is hot by itself went out of memory while it had subscribers: no code can
  /// send to it or end it any more.
  ///
  /// Its subscribers wait for ever, and a recording says so. For a source with one subscription see
  /// ``TracedSubscription/abandoned()``.
  ///
  /// - Parameter source: the number that its subscribers reported with `joined(source:)`.
  public static func abandoned(source: UInt64) {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(.abandoned(source: source))
  }

  /// A new number for an owner, a connection, a hot source, a scheduler or a piece of work: from 1, never
  /// reused.
  public static func newIdentifier() -> UInt64 {
    let thread = rx_thread_current()
    if thread.slots.pointee.next_identifier == 0 { TracedSubscription.firstUse(thread) }
    return LiveTable.identifier(thread)
  }
}
