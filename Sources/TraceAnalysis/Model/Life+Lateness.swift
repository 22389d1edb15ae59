extension Life {
  /// Since when whatever it sends is work done for nothing.
  public struct Lateness: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
      /// A subscription downstream of it was disposed or ended.
      case downstreamGone
      /// A control signal stopped the source that it was made from.
      case stopSignal
    }
    public var reason: Reason
    public var since: UInt64
    /// The subscription that was gone, or the control signal that fired.
    public var because: Int
    /// A `nested` edge lies between: the downstream was guessed from the thread.
    public var isGuessed: Bool
    public internal(set) var firstValueAt: UInt64?
    public internal(set) var lastValueAt: UInt64?
  }

  /// Set once something downstream of it was gone, or a stop signal above it had fired, while it lived.
  public internal(set) var lateness: Lateness? {
    get {
      guard flags.contains(.late) else { return nil }
      let hasValues = lateValues > 0
      return Lateness(
        reason: flags.contains(.lateByStopSignal) ? .stopSignal : .downstreamGone, since: lateSince,
        because: Int(lateBecause), isGuessed: flags.contains(.lateByGuess),
        firstValueAt: hasValues ? rare.first?.firstLateAt : nil,
        lastValueAt: hasValues ? rare.first?.lastLateAt : nil)
    }
    set {
      flags.subtract([.late, .lateByStopSignal, .lateByGuess])
      guard let newValue else {
        if lateValues > 0 { changeRare { $0.lateValues = 0 } }
        return
      }
      flags.insert(.late)
      if newValue.reason == .stopSignal { flags.insert(.lateByStopSignal) }
      if newValue.isGuessed { flags.insert(.lateByGuess) }
      lateSince = newValue.since
      lateBecause = UInt32(clamping: newValue.because)
    }
  }

  /// Values sent since ``lateness`` began. Relays count their own: the work done for nothing is the sum
  /// over lives that are a source (``isSource``).
  public var lateValues: UInt64 { rare.first?.lateValues ?? 0 }

  var isLate: Bool { flags.contains(.late) }

  mutating func addLateValue(_ time: UInt64) {
    guard time > lateSince else { return }
    changeRare { rare in
      rare.firstLateAt = rare.lateValues == 0 ? time : min(rare.firstLateAt, time)
      rare.lastLateAt = rare.lateValues == 0 ? time : max(rare.lastLateAt, time)
      rare.lateValues += 1
    }
  }
}
