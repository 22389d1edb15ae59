import CSignalProbes
public import TraceFormat

extension TracedSubscription {
  /// Enters the subscription into the live table and reports `subscribed`, as `init(site:downstream:role:)`
  /// does.
  ///
  /// For code that does not keep its downstream in memory: a task carries the downstream's number, and may
  /// outlive the downstream.
  ///
  /// - Parameter downstream: the number of the downstream subscription, which may have ended. With nil it is
  ///   nested or a root, as without a `downstream`.
  public init(site: CallSite, below downstream: SubscriptionID?, role: Role) {
    guard let downstream else {
      self.init(site: site, downstream: nil, role: role)
      return
    }
    let thread = rx_thread_current()
    if thread.slots.pointee.next_identifier == 0 { Self.firstUse(thread) }
    let slot = LiveTable.take(thread)
    rx_subscription_begun(
      slot, LiveTable.identifier(thread), downstream.rawValue, rx_clock_ticks(),
      UnsafeRawPointer(site.operatorName).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(site.file).assumingMemoryBound(to: CChar.self), site.lineWord, role.rawValue,
      thread.pointee.number | site.traitsWord)
    self.init(slot: slot)
    if rx_watched_lifecycle() { reportSubscribed(thread) }
  }
}
