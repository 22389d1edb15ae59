import CSignalProbes
public import TraceFormat

extension TracedSubscription {
  /// Reports `next` and makes it the cause of what happens during its delivery. The description is built only when
  /// somebody asked for values.
  ///
  /// - Returns: the event whose delivery goes on afterwards, for `ThreadState.cause`.
  public func next(describing value: () -> String) -> UInt64 {
    let thread = rx_thread_current()
    let (event, cause) = newEvent(thread)
    if rx_records_next() {
      if Recorder.recordsValues {
        Recorder.nextValue(thread, slot, event: event, cause: cause, value: value())
      } else {
        Recorder.next(thread, slot, event: event, cause: cause)
      }
    }
    if rx_is_tapped() { TraceTap.next(self, event: event, cause: cause) }
    if racsignal_next_enabled() { racsignal_next(identifier, event, cause, slot.pointee.operator_name) }
    if racsignal_next__value_enabled() {
      value().withCString { racsignal_next__value(identifier, event, cause, slot.pointee.operator_name, $0) }
    }
    thread.pointee.cause = event
    return cause
  }

  /// Reports `error`, as `next(describing:)` does.
  public func error(_ error: any Error) -> UInt64 {
    let thread = rx_thread_current()
    let (event, cause) = newEvent(thread)
    rx_subscription_reached(slot, 3)
    if rx_records_terminal() {
      Recorder.error(thread, slot, event: event, cause: cause, description: String(describing: error))
    }
    if rx_is_tapped() { TraceTap.error(self, event: event, cause: cause, error) }
    if racsignal_error_enabled() {
      String(describing: error).withCString {
        racsignal_error(identifier, event, cause, slot.pointee.operator_name, $0)
      }
    }
    thread.pointee.cause = event
    return cause
  }

  /// Reports `completed`, as `next(describing:)` does.
  public func completed() -> UInt64 {
    let thread = rx_thread_current()
    let (event, cause) = newEvent(thread)
    rx_subscription_reached(slot, 2)
    if rx_records_terminal() { Recorder.completed(thread, slot, event: event, cause: cause) }
    if rx_is_tapped() { TraceTap.completed(self, event: event, cause: cause) }
    if racsignal_completed_enabled() {
      racsignal_completed(identifier, event, cause, slot.pointee.operator_name)
    }
    thread.pointee.cause = event
    return cause
  }

  /// Reports `disposed`: once, after the state has changed.
  public func disposed(_ reason: DisposalReason) {
    let thread = rx_thread_current()
    let (event, cause) = newEvent(thread)
    rx_subscription_reached(slot, 4)
    if rx_records_lifecycle() {
      Recorder.disposed(thread, slot, event: event, cause: cause, reason: UInt32(reason.rawValue))
    }
    if rx_is_tapped() { TraceTap.disposed(self, event: event, cause: cause, reason) }
    if racsignal_disposed_enabled() {
      racsignal_disposed(identifier, event, cause, UInt32(reason.rawValue), slot.pointee.operator_name)
    }
  }

  /// Reports an event that came after the end and is not delivered.
  public func dropped(_ kind: EventKind) {
    if rx_records_terminal() {
      Recorder.dropped(rx_thread_current(), slot, kind: UInt32(kind.rawValue))
    }
    if rx_is_tapped() { TraceTap.send(.dropped(id, kind)) }
    if racsignal_dropped_enabled() {
      racsignal_dropped(identifier, UInt32(kind.rawValue), slot.pointee.operator_name)
    }
  }

  /// Reports that an event had to wait for the thread `other`, 0 where it is not known.
  public func overlapped(with other: UInt32) {
    let thread = rx_thread_current()
    if rx_records_terminal() { Recorder.overlap(thread, slot, other: other) }
    if rx_is_tapped() { TraceTap.send(.overlap(id, other: ThreadID(rawValue: other))) }
    if racsignal_overlap_enabled() {
      racsignal_overlap(identifier, thread.pointee.number, other, slot.pointee.operator_name)
    }
  }

  /// The same for an event that `thread` sent, and that is delivered now.
  ///
  /// - Parameter isNested: the thread sent it while it was delivering another one itself. A thread that has waited for
  ///   another and then delivers its own event has not done that: whom it waited for is not known any more.
  public func overlapped(sent thread: UInt32, isNested: Bool) {
    overlapped(with: isNested || thread != rx_thread_current().pointee.number ? thread : 0)
  }

  /// Reports that the caller let go of the handle while the subscription lives.
  public func handleReleased() {
    if rx_records_lifecycle() { Recorder.handleReleased(rx_thread_current(), slot) }
    if rx_is_tapped() { TraceTap.send(.handleReleased(id)) }
    if racsignal_handle__released_enabled() {
      racsignal_handle__released(identifier, slot.pointee.operator_name)
    }
  }

  /// Reports a label, an owner or both.
  public func named(owner: UInt64 = 0, label: String? = nil) {
    if owner != 0 { slot.pointee.owner = owner }
    guard rx_watched_lifecycle() else { return }
    if rx_records_lifecycle() { Recorder.named(rx_thread_current(), slot, owner: owner, label: label) }
    if rx_is_tapped() { TraceTap.send(.named(id, owner: OwnerID(owner), label: label)) }
    if racsignal_named_enabled() { (label ?? "").withCString { racsignal_named(identifier, owner, $0) } }
  }

  func reportSubscribed(_ thread: UnsafeMutablePointer<rx_thread>) {
    OwnedObjects.look()
    if rx_records_lifecycle() { Recorder.subscribed(thread, slot) }
    if rx_is_tapped() { TraceTap.subscribed(self) }
    if racsignal_subscribed_enabled() {
      racsignal_subscribed(
        identifier, slot.pointee.downstream,
        UInt64(slot.pointee.role) | UInt64(rx_subscription_traits(slot)) << 32, rx_subscription_line(slot),
        slot.pointee.operator_name, slot.pointee.file)
    }
  }

  func reportReleased(_ thread: UnsafeMutablePointer<rx_thread>) {
    OwnedObjects.look()
    if rx_records_lifecycle() { Recorder.released(thread, slot) }
    if rx_is_tapped() { TraceTap.send(.released(id)) }
    if racsignal_released_enabled() { racsignal_released(identifier, slot.pointee.operator_name) }
  }

  private func newEvent(_ thread: UnsafeMutablePointer<rx_thread>) -> (event: UInt64, cause: UInt64) {
    Event.new(thread)
  }
}

/// Numbers for events: the thread in the upper 24 bits, its sequence below.
enum Event {
  @inline(__always)
  static func new(_ thread: UnsafeMutablePointer<rx_thread>) -> (event: UInt64, cause: UInt64) {
    thread.pointee.sequence &+= 1
    let event = UInt64(thread.pointee.number) << 40 | (thread.pointee.sequence & 0xff_ffff_ffff)
    return (event, thread.pointee.cause)
  }
}
