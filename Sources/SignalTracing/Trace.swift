public import CSignalProbes

/// Reports what is not one subscription's: marks, connections, owners, scheduled work.
public enum Trace {
  /// Writes a mark into the recording and fires `racsignal:mark`. Marks bound round trips for the tools.
  public static func mark(_ text: String) {
    guard rx_watched_lifecycle() else { return }
    OwnedObjects.lookAtAll()
    let thread = rx_thread_current()
    let (event, _) = Event.new(thread)
    if rx_records_lifecycle() { Recorder.mark(thread, event: event, text: text) }
    if rx_is_tapped(), let event = EventID(event) { TraceTap.send(.mark(event, text: text)) }
    if racsignal_mark_enabled() { text.withCString { racsignal_mark(event, $0) } }
  }

  /// A multicast connection subscribed to its source, for so many subscribers.
  public static func connected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    if rx_records_lifecycle() {
      Recorder.connected(
        rx_thread_current(), connection: connection, source: source, subscribers: UInt64(subscribers))
    }
    if rx_is_tapped() {
      TraceTap.send(
        .connected(
          connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
    }
    if racsignal_connected_enabled() { racsignal_connected(connection, source, UInt64(subscribers)) }
  }

  /// A multicast connection was disposed.
  public static func disconnected(_ connection: UInt64, source: UInt64, subscribers: Int) {
    guard rx_watched_lifecycle() else { return }
    if rx_records_lifecycle() {
      Recorder.disconnected(
        rx_thread_current(), connection: connection, source: source, subscribers: UInt64(subscribers))
    }
    if rx_is_tapped() {
      TraceTap.send(
        .disconnected(
          connection: connection, source: SubscriptionID(source), subscribers: UInt64(subscribers)))
    }
    if racsignal_disconnected_enabled() { racsignal_disconnected(connection, source, UInt64(subscribers)) }
  }

  /// Somebody looks at what bags and composites hold.
  @inlinable @inline(__always) public static var ownersAreWatched: Bool { rx_watched_owners() }

  /// A number for an owner, a connection, a scheduler or a piece of work: from 1, never reused.
  public static func newIdentifier() -> UInt64 {
    let thread = rx_thread_current()
    if thread.pointee.next_identifier == 0 { TracedSubscription.firstUse(thread) }
    return LiveTable.identifier(thread)
  }

  public static func added(_ child: UInt64, to owner: UInt64, total: Int) {
    if rx_records_owners() {
      Recorder.childAdded(rx_thread_current(), owner: owner, child: child, total: UInt64(total))
    }
    if rx_is_tapped(), let owner = OwnerID(owner) {
      TraceTap.send(.childAdded(owner, child: child, total: UInt64(total)))
    }
    if raccompounddisposable_added_enabled() { raccompounddisposable_added(owner, child, UInt64(total)) }
  }

  public static func removed(_ child: UInt64, from owner: UInt64, total: Int) {
    if rx_records_owners() {
      Recorder.childRemoved(rx_thread_current(), owner: owner, child: child, total: UInt64(total))
    }
    if rx_is_tapped(), let owner = OwnerID(owner) {
      TraceTap.send(.childRemoved(owner, child: child, total: UInt64(total)))
    }
    if raccompounddisposable_removed_enabled() { raccompounddisposable_removed(owner, child, UInt64(total)) }
  }

  public static func disposed(owner: UInt64, children: Int) {
    if rx_records_owners() {
      Recorder.ownerDisposed(rx_thread_current(), owner: owner, children: UInt64(children))
    }
    if rx_is_tapped(), let owner = OwnerID(owner) {
      TraceTap.send(.ownerDisposed(owner, children: UInt64(children)))
    }
    if raccompounddisposable_disposed_enabled() { raccompounddisposable_disposed(owner, UInt64(children)) }
  }
}
