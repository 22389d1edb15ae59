import CSignalProbes

/// A subscription by the address of its record, a multiple of 64: for code that has one word to keep it in.
extension TracedSubscription {
  package init(record: UnsafeMutableRawPointer) {
    self.init(slot: record.assumingMemoryBound(to: rx_subscription.self))
  }

  package var record: UnsafeMutableRawPointer { UnsafeMutableRawPointer(slot) }
}
