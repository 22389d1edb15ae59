internal import TraceFormat

/// A leak's name across runs: six hexadecimal digits over operator, file and role of every subscription
/// from the root to the broken link. No ids, no times, no line numbers, so it survives unrelated edits.
public struct Fingerprint: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32

  /// The lowest 24 bits of `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue & 0xff_ffff }

  /// Nil where `text` is not six hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 6, let value = UInt32(text, radix: 16) else { return nil }
    self.init(rawValue: value)
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}

/// The way from a root to a subscription, hashed link by link.
struct PathHash: Hashable, Sendable {
  private(set) var hash = StableHash()

  /// With the line: only subscriptions that the same lines of the program made are equal.
  func addingPlace(_ life: Life) -> PathHash {
    var longer = self
    longer.hash.add(UInt64(life.entryIndex))
    longer.hash.add(UInt8(truncatingIfNeeded: life.role.rawValue))
    return longer
  }

  func adding(_ life: Life) -> PathHash {
    var longer = self
    longer.hash.add(life.entry.hash)
    longer.hash.add(UInt8(truncatingIfNeeded: life.role.rawValue))
    return longer
  }

  var fingerprint: Fingerprint {
    Fingerprint(rawValue: UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 24) ^ (hash.value >> 48)))
  }

  static func == (left: Self, right: Self) -> Bool { left.hash.value == right.hash.value }
  func hash(into hasher: inout Hasher) { hasher.combine(hash.value) }
}

extension Forest {
  /// The name of a leak that begins at this life.
  func fingerprint(of index: LifeIndex) -> Fingerprint {
    lives[index].pathToRoot.reversed().reduce(PathHash()) { $0.adding($1) }.fingerprint
  }
}
