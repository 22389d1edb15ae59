import CSignalProbes
public import TraceFormat

extension TracedSubscription {
  /// Reports `next`, and makes it the cause of everything that happens during its delivery. The description
  /// is built only while values are watched with their descriptions.
  ///
  /// - Returns: the event whose delivery goes on afterwards, for `ThreadState.cause`.
  public func next(describing value: () -> String) -> UInt64 {
    let thread = rx_thread_current()
    let numbers = Emission.Numbers(thread)
    // If no life begins or ends any more, only values can notice the end of an object: every sixteenth event
    // checks.
    if numbers.event & 15 == 0 { OwnedObjects.glance() }
    Emission.next(slot, numbers).emit(thread, text: value)
    thread.pointee.cause = numbers.event
    return numbers.cause
  }

  /// Reports `error`, as `next(describing:)` does.
  public func error(_ error: any Error) -> UInt64 {
    let thread = rx_thread_current()
    let numbers = Emission.Numbers(thread)
    rx_subscription_reached(slot, 3)
    Emission.error(slot, numbers).emit(thread) { String(describing: error) }
    thread.pointee.cause = numbers.event
    return numbers.cause
  }

  /// Reports `completed`, as `next(describing:)` does.
  public func completed() -> UInt64 {
    let thread = rx_thread_current()
    let numbers = Emission.Numbers(thread)
    rx_subscription_reached(slot, 2)
    Emission.completed(slot, numbers).emit(thread)
    thread.pointee.cause = numbers.event
    return numbers.cause
  }

  /// Reports `disposed`: once, after the state has changed.
  public func disposed(_ reason: DisposalReason) {
    let thread = rx_thread_current()
    let numbers = Emission.Numbers(thread)
    rx_subscription_reached(slot, 4)
    Emission.disposed(slot, numbers, reason).emit(thread)
  }

  /// Reports an event that is not delivered: it came after the end, or the operator has no room for one more
  /// value.
  public func dropped(_ kind: EventKind) { Emission.dropped(slot, kind).emit(rx_thread_current()) }

  /// Reports that an event had to wait for the thread `other`; 0 if the thread is not known.
  public func overlapped(with other: UInt32) {
    Emission.overlap(slot, other: other).emit(rx_thread_current())
  }

  /// The same for an event that `thread` sent, and that is delivered now.
  ///
  /// - Parameter isNested: the thread sent the event while it was delivering another event itself. If it did
  ///   not, and delivers its own event now, it has waited for a thread that is not known any more.
  public func overlapped(sent thread: UInt32, isNested: Bool) {
    overlapped(with: isNested || thread != rx_thread_current().pointee.number ? thread : 0)
  }

  /// Reports that the caller released the handle while the subscription lives.
  public func handleReleased() { Emission.handleReleased(slot).emit(rx_thread_current()) }

  /// Reports a label, an owner or both.
  public func named(owner: UInt64 = 0, label: String? = nil) {
    if owner != 0 { rx_subscription_set_owner(slot, owner) }
    guard rx_watched_lifecycle() else { return }
    Emission.named(slot, owner: owner).emit(rx_thread_current()) { label }
  }

  /// Reports the number of values that an operator holds back in a queue. Report rarely: when the queue has
  /// grown or shrunk by much.
  ///
  /// - Parameter input: the input whose values wait, from 1; 0 for the operator as a whole.
  public func waiting(_ count: Int, input: UInt32 = 0) {
    Emission.tell(.waiting(id, input: input, count: UInt64(count)))
  }

  /// Reports that the subscriber joined a connection of a multicast.
  public func joined(_ connection: UInt64) {
    Emission.tell(.joined(id, connection: connection))
  }

  /// Reports that the subscriber joined a source that is hot by itself, such as a subject. One call site may
  /// make several sources; `source` tells them apart. Call it right after the subscription is made, before
  /// the source sends.
  ///
  /// - Parameter source: the number of the source in traces, from `Trace.newIdentifier()`: the same for all
  ///   its subscribers.
  public func joined(source: UInt64) {
    Emission.tell(.joinedSource(id, source: source))
  }

  /// Reports that the subscription's signal had a subscription before, and repeats its work for each
  /// subscriber. Call it right after the subscription is made, before the signal sends.
  ///
  /// - Parameter first: the number of the signal's first watched subscription.
  public func subscribedAgain(first: UInt64) {
    if let first = SubscriptionID(first) { Emission.tell(.subscribedAgain(id, first: first)) }
  }

  /// Reports that the sender has released this subscription: no code can send to it or end it any more. Its
  /// subscribers wait for ever. Do not report it for a subscription that has ended.
  public func abandoned() {
    guard rx_watched_lifecycle() else { return }
    Emission.tell(.abandoned(source: identifier))
  }

  func reportSubscribed(_ thread: Emission.Thread) {
    OwnedObjects.look()
    Emission.subscribed(slot).emit(thread)
    // A root that begins during the delivery of an event: the receiver of this event subscribes.
    if slot.pointee.downstream == 0, let event = EventID(thread.pointee.cause) {
      Emission.tell(.begun(id, within: event), thread)
    }
  }

  func reportReleased(_ thread: Emission.Thread) {
    OwnedObjects.look()
    Emission.released(slot).emit(thread)
  }
}
