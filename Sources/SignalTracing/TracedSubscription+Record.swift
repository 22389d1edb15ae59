import CSignalProbes

/// A subscription by the address of its record, a multiple of 64. For code that can keep only one word.
extension TracedSubscription {
  package init(record: UnsafeMutableRawPointer) {
    self.init(slot: record.assumingMemoryBound(to: rx_subscription.self))
  }

  package var record: UnsafeMutableRawPointer { UnsafeMutableRawPointer(slot) }
}
