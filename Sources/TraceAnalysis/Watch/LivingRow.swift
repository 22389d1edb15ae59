package import TraceFormat

/// The living subscriptions of one call site, owner, operator or file, as looks into a table count them.
package struct LivingRow: Sendable {
  /// The operator's name, the file, or the owner's number; empty for those without an owner.
  package let name: String
  /// The call site, where all that live have the same.
  package private(set) var site: Site?
  /// The disposable that holds their handles, where all that live have the same; 0 for none.
  package private(set) var owner: UInt64?
  /// How many looks have found so far, and how many of them have ended.
  package internal(set) var subscriptions = 0
  package internal(set) var ended = 0
  package private(set) var alive = 0
  /// How many began, and how many ended, between the last look and the one before.
  package internal(set) var begun = 0
  package internal(set) var gone = 0
  /// When the oldest that lives began, in nanoseconds of `CLOCK_MONOTONIC`; nil where none lives, and where
  /// the table does not tell.
  package private(set) var oldest: UInt64?

  private var siteNumber = 0

  init(name: String) { self.name = name }

  mutating func beginLook() { (alive, begun, gone, oldest) = (0, 0, 0, nil) }

  /// Counts one that lives.
  mutating func meet(_ number: Int, _ site: Site, owner: UInt64, began: UInt64) {
    if alive == 0 {
      (siteNumber, self.site, self.owner) = (number, site, owner)
    } else {
      if number != siteNumber { self.site = nil }
      if owner != self.owner { self.owner = nil }
    }
    alive += 1
    if began > 0 { oldest = min(oldest ?? .max, began) }
  }

  /// The order of rows with equal numbers.
  func isBefore(_ other: LivingRow) -> Bool {
    let own = (site?.file ?? "", site?.line ?? 0, name)
    return own < (other.site?.file ?? "", other.site?.line ?? 0, other.name)
  }
}
