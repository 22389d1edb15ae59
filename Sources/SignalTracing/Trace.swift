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

  /// A number for an owner, a connection, a hot source, a scheduler or a piece of work: from 1, never reused.
  public static func newIdentifier() -> UInt64 {
    let thread = rx_thread_current()
    if thread.pointee.next_identifier == 0 { TracedSubscription.firstUse(thread) }
    return LiveTable.identifier(thread)
  }
}
