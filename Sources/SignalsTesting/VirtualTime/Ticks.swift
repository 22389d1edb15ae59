extension Duration {
  /// `count` ticks of the kit's drawings. A tick is a millisecond of virtual time.
  public static func ticks(_ count: Int) -> Duration { .milliseconds(count) }

  /// The tick of the kit's drawings that contains this time: the inverse of `ticks(_:)`.
  public var ticks: Int { tick.number }

  /// The tick that contains this time, and whether the time is the tick's beginning.
  var tick: (number: Int, isExact: Bool) {
    let (seconds, attoseconds) = components
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    let isBelow = rest < 0
    return (Int(clamping: seconds) * 1000 + Int(whole) - (isBelow ? 1 : 0), rest == 0)
  }

  /// This time for people: `12ms`, `0.5ms`.
  var inMilliseconds: String {
    let (number, isExact) = tick
    guard !isExact else { return "\(number)ms" }
    return "\(Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15)ms"
  }
}
