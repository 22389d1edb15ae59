/// The unit in which one drawing writes its times, chosen by the length of the recording, so that a trace of
/// a few milliseconds and one of an hour both read well.
package struct TimeUnit: Equatable {
  package let name: String
  package let nanoseconds: UInt64

  package static let seconds = TimeUnit(name: "s", nanoseconds: 1_000_000_000)
  package static let milliseconds = TimeUnit(name: "ms", nanoseconds: 1_000_000)
  package static let microseconds = TimeUnit(name: "µs", nanoseconds: 1_000)

  private init(name: String, nanoseconds: UInt64) {
    self.name = name
    self.nanoseconds = nanoseconds
  }

  /// The largest unit of which a recording of this length (in nanoseconds) has at least one.
  package init(for length: UInt64) {
    self =
      length >= Self.seconds.nanoseconds
      ? .seconds : length >= Self.milliseconds.nanoseconds ? .milliseconds : .microseconds
  }

  /// A number of units with `digits` decimals, rounded half up: `4.000`.
  package func text(_ time: UInt64, digits: Int = 3) -> String {
    decimal(time, per: nanoseconds, digits: digits)
  }

  /// The same with the unit's name: `12.000 s`.
  package func named(_ time: UInt64, digits: Int = 3) -> String { text(time, digits: digits) + " " + name }
}

/// `value / unit` with `digits` decimals, rounded half up; never traps, whatever the numbers.
package func decimal(_ value: UInt64, per unit: UInt64, digits: Int) -> String {
  guard unit > 0 else { return "?" }
  var (whole, rest) = value.quotientAndRemainder(dividingBy: unit)
  var power: UInt64 = 1
  for _ in 0..<min(max(digits, 0), 9) { power *= 10 }
  let (product, addend) = (rest.multipliedFullWidth(by: power), unit / 2)
  let (low, carry) = product.low.addingReportingOverflow(addend)
  rest = unit.dividingFullWidth((product.high + (carry ? 1 : 0), low)).quotient
  if rest >= power {
    whole &+= 1
    rest -= power
  }
  guard digits > 0 else { return String(whole) }
  let decimals = String(rest)
  return String(whole) + "." + String(repeating: "0", count: min(digits, 9) - decimals.utf8.count) + decimals
}

/// Events in a stretch of time, as a rate per second: `1.0`, `35`.
package func rate(_ count: UInt64, in nanoseconds: UInt64, digits: Int = 1) -> String {
  guard nanoseconds > 0 else { return "0" }
  let (product, overflow) = count.multipliedReportingOverflow(by: TimeUnit.seconds.nanoseconds)
  return overflow
    ? decimal(count, per: max(nanoseconds / TimeUnit.seconds.nanoseconds, 1), digits: digits)
    : decimal(product, per: nanoseconds, digits: digits)
}
