package import TraceFormat

/// The living subscriptions of a process, at one look into its table.
package struct LivingReading: Sendable {
  package struct Subscription: Hashable, Sendable {
    /// The program's number for it, which it gives to no other.
    package var id: UInt64
    /// The subscription for whose sake it was made; 0 for none.
    package var downstream: UInt64
    /// The number of its call site in the watch: see ``LivingWatch/number(of:)``.
    package var site: Int
    package var role: Role
    /// The disposable that holds its handle; 0 for none.
    package var owner: UInt64
    /// In nanoseconds of `CLOCK_MONOTONIC`.
    package var began: UInt64

    package init(
      id: UInt64, downstream: UInt64 = 0, site: Int, role: Role = Role(.source), owner: UInt64 = 0,
      began: UInt64 = 0
    ) {
      (self.id, self.downstream, self.site, self.role) = (id, downstream, site, role)
      (self.owner, self.began) = (owner, began)
    }

    /// Whether its downstream, as it ends, has to end it: a shared connection has others, and a task may
    /// outlive its maker.
    var endsWithDownstream: Bool {
      guard downstream != 0 else { return false }
      return switch role.kind {
      case .source, .inner, .control, .nested: true
      case .shared, .task, .loop, nil: false
      }
    }
  }

  /// In nanoseconds of `CLOCK_MONOTONIC`.
  package var time: UInt64
  package var subscriptions: [Subscription]
  /// Whether the look reached all of the table.
  package var isWhole: Bool

  package init(time: UInt64, _ subscriptions: [Subscription], isWhole: Bool = true) {
    self.time = time
    self.subscriptions = subscriptions
    self.isWhole = isWhole
  }
}
