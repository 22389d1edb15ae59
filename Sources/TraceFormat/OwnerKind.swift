/// An object that holds subscriptions. The numbers are the same in probes, records and exports.
public enum OwnerKind: UInt8, Sendable, CaseIterable {
  /// A kind that this version does not know.
  case unknown = 0
  case bag = 1
  case composite = 2
  case serial = 3
  case lifetime = 4
  /// An object of the program that a subscription was said to belong to.
  case object = 5
  /// Disposes what it holds when it goes out of memory.
  case scoped = 6
}

/// A call of the program that changed what is held, or connected. The numbers are the same in probes, records
/// and exports.
public enum OwnerCall: UInt8, Sendable, CaseIterable {
  /// `dispose()` on a handle or an owner.
  case dispose = 1
  /// Something was taken out of an owner without being disposed.
  case remove = 2
  /// Something took the place of what a serial owner held.
  case replace = 3
  /// Something was given to an owner.
  case add = 4
  /// `connect()` on a connection.
  case connect = 5
  /// `completed()` or `error(_:)` on a subject.
  case end = 6
}
