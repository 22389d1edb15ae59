/// One subscription of one process: a number from 1, never reused. Tools print `#7`.
public struct SubscriptionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  /// Nil for 0, the number that stands for "none" in probes and records.
  public init?(_ rawValue: UInt64) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { "#\(rawValue)" }
}

/// One event of one process: the thread that sent it (24 bits) and that thread's sequence number (40 bits).
public struct EventID: Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  /// Nil for 0, the number that stands for "none" in probes and records.
  public init?(_ rawValue: UInt64) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }

  public init(thread: ThreadID, sequence: UInt64) {
    rawValue = UInt64(thread.rawValue) << 40 | (sequence & 0xff_ffff_ffff)
  }

  public var thread: ThreadID { ThreadID(rawValue: UInt32(rawValue >> 40)) }
  public var sequence: UInt64 { rawValue & 0xff_ffff_ffff }
  public var description: String { "\(thread.rawValue):\(sequence)" }
}

/// A thread of the traced process, numbered from 1 in the order of its first event; never reused in a
/// process.
public struct ThreadID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The thread of what was not recorded by the process, such as a mark that `rxtrace mark` has made.
  package static let outside = ThreadID(rawValue: 0)
}

/// A disposable that holds others (a bag, a lifetime, a composite): a number from 1, never reused.
public struct OwnerID: Hashable, Sendable {
  public let rawValue: UInt64

  /// Nil for 0, the number that stands for "none" in probes and records.
  public init?(_ rawValue: UInt64) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }
}

/// The call that built an operator, or the `subscribe` call of a root.
public struct Site: Hashable, Sendable {
  /// The operator as it is written in the program: `map`, `flatMap`, `subscribe`.
  public let operatorName: String
  /// `#fileID`: `Module/File.swift`.
  public let file: String
  public let line: UInt32
  /// Its traits, as the traced library says.
  public var traits: SiteTraits

  public init(operatorName: String, file: String, line: UInt32, traits: SiteTraits = []) {
    self.operatorName = operatorName
    self.file = file
    self.line = line
    self.traits = traits
  }
}
