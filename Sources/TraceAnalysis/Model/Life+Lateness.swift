extension Life {
  /// Since when whatever it sends is work done for nothing.
  package struct Lateness: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      /// A subscription downstream of it was disposed or ended.
      case downstreamGone
      /// A control signal stopped the source that it was made from.
      case stopSignal
    }
    package var reason: Reason
    package var since: UInt64
    /// The subscription that was gone, or the control signal that fired.
    package var because: LifeIndex
    /// A `nested` edge lies between: the downstream was guessed from the thread.
    package var isGuessed: Bool
    package internal(set) var firstValueAt: UInt64?
    package internal(set) var lastValueAt: UInt64?
  }

  /// Set once something downstream of it was gone, or a stop signal above it had fired, while it lived.
  package var lateness: Lateness? { table.rows.lateness(of: index) }

  /// Values sent since ``lateness`` began. Relays count their own: the work done for nothing is the sum
  /// over lives that are a source (``isSource``).
  public var lateValues: UInt64 { table.rows.lateValues(of: index) }

  var isLate: Bool { flags.contains(.late) }
}
