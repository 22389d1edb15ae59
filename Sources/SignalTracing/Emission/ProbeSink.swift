import CSignalProbes
import TraceFormat

/// Fires the USDT probe of an event, if that probe's own semaphore says that a tracer is attached. Some
/// events have no probe.
enum ProbeSink {
  /// In the probe's `role`, above the traits: set by a runtime that reports traits, even if there are none.
  /// An older runtime never sets it.
  private static let saysTraits: UInt64 = 1 << 62

  @inline(__always)
  static func take(_ emission: Emission, _ thread: Emission.Thread, _ text: () -> String?) {
    switch emission {
    case .subscribed(let it):
      guard racsignal_subscribed_enabled() else { return }
      racsignal_subscribed(
        it.pointee.identifier, it.pointee.downstream,
        UInt64(it.pointee.role) | UInt64(rx_subscription_traits(it)) << 32 | saysTraits,
        rx_subscription_line(it),
        it.pointee.operator_name, it.pointee.file)
    case .named(let it, let owner):
      guard racsignal_named_enabled() else { return }
      (text() ?? "").withCString { racsignal_named(it.pointee.identifier, owner, $0) }
    case .next(let it, let numbers):
      if racsignal_next_enabled() {
        racsignal_next(it.pointee.identifier, numbers.event, numbers.cause, it.pointee.operator_name)
      }
      if racsignal_next__value_enabled() {
        (text() ?? "").withCString {
          racsignal_next__value(
            it.pointee.identifier, numbers.event, numbers.cause, it.pointee.operator_name, $0)
        }
      }
    case .error(let it, let numbers):
      guard racsignal_error_enabled() else { return }
      (text() ?? "").withCString {
        racsignal_error(it.pointee.identifier, numbers.event, numbers.cause, it.pointee.operator_name, $0)
      }
    case .completed(let it, let numbers):
      guard racsignal_completed_enabled() else { return }
      racsignal_completed(it.pointee.identifier, numbers.event, numbers.cause, it.pointee.operator_name)
    case .disposed(let it, let numbers, let reason):
      guard racsignal_disposed_enabled() else { return }
      racsignal_disposed(
        it.pointee.identifier, numbers.event, numbers.cause, UInt32(reason.rawValue),
        it.pointee.operator_name)
    case .released(let it):
      if racsignal_released_enabled() { racsignal_released(it.pointee.identifier, it.pointee.operator_name) }
    case .handleReleased(let it):
      guard racsignal_handle__released_enabled() else { return }
      racsignal_handle__released(it.pointee.identifier, it.pointee.operator_name)
    case .dropped(let it, let kind):
      guard racsignal_dropped_enabled() else { return }
      racsignal_dropped(it.pointee.identifier, UInt32(kind.rawValue), it.pointee.operator_name)
    case .overlap(let it, let other):
      guard racsignal_overlap_enabled() else { return }
      racsignal_overlap(it.pointee.identifier, thread.pointee.number, other, it.pointee.operator_name)
    case .mark(let numbers):
      guard racsignal_mark_enabled() else { return }
      (text() ?? "").withCString { racsignal_mark(numbers.event, $0) }
    case .scheduled(let it, let cause, let delay):
      guard racscheduler_scheduled_enabled() else { return }
      racscheduler_scheduled(it.work, it.scheduler, cause, delay, it.cName)
    case .workBegan(let it):
      if racscheduler_began_enabled() { racscheduler_began(it.work, it.scheduler, it.cName) }
    case .workEnded(let it):
      if racscheduler_ended_enabled() { racscheduler_ended(it.work, it.scheduler, it.cName) }
    case .workCancelled(let it):
      if racscheduler_cancelled_enabled() { racscheduler_cancelled(it.work, it.scheduler, it.cName) }
    case .owner, .called: break
    }
  }

  /// Fires the probe of an event that is made of numbers alone, if it has one.
  static func take(_ event: TraceEvent) {
    switch event {
    case .connected(let connection, let source, let subscribers):
      guard racsignal_connected_enabled() else { return }
      racsignal_connected(connection, source?.rawValue ?? 0, subscribers)
    case .disconnected(let connection, let source, let subscribers):
      guard racsignal_disconnected_enabled() else { return }
      racsignal_disconnected(connection, source?.rawValue ?? 0, subscribers)
    case .joined(let id, let connection):
      if racsignal_joined_enabled() { racsignal_joined(id.rawValue, connection) }
    case .childAdded(let owner, let child, let total):
      if raccompounddisposable_added_enabled() { raccompounddisposable_added(owner.rawValue, child, total) }
    case .childRemoved(let owner, let child, let total):
      guard raccompounddisposable_removed_enabled() else { return }
      raccompounddisposable_removed(owner.rawValue, child, total)
    case .ownerDisposed(let owner, let children):
      guard raccompounddisposable_disposed_enabled() else { return }
      raccompounddisposable_disposed(owner.rawValue, children)
    default: break
    }
  }
}
