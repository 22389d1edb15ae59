public import TraceFormat

/// An event that led to another one.
public struct Cause: Sendable, Hashable {
  public enum Kind: UInt8, Sendable {
    case next, error, completed, disposed
  }

  public let event: EventID
  public let kind: Kind
  /// The life that sent it.
  public internal(set) var life: LifeIndex
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public let time: UInt64
}

/// The newest few thousand events, so that a cause can be looked up while it is recent.
///
/// A direct-mapped table: its memory does not grow with the trace, and an older event makes way.
struct RecentEvents: Sendable {
  private struct Entry: Sendable {
    var event: UInt64 = 0
    var cause: UInt64 = 0
    var time: UInt64 = 0
    var life = LifeLink.none
    /// How many values of its life, each of which has led to the next, end with it; 0 where nobody has
    /// counted.
    var rounds: UInt32 = 0
    var kind = Cause.Kind.next
    /// It has led to another value of its life.
    var hasLed = false
  }

  private static let size = 4096
  private var entries = [Entry](repeating: Entry(), count: size)

  @inline(__always)
  mutating func add(_ event: EventID, cause: EventID?, kind: Cause.Kind, life: LifeIndex, time: UInt64) {
    entries[place(of: event.rawValue)] = Entry(
      event: event.rawValue, cause: cause?.rawValue ?? 0, time: time,
      life: LifeLink(life), kind: kind)
  }

  /// Follows lives to their new indices, and forgets events of lives without one.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    for place in entries.indices where entries[place].life != .none {
      entries[place].life.move(newIndex)
      if entries[place].life == .none { entries[place] = Entry() }
    }
  }

  /// The event, if it is still here.
  func cause(_ event: EventID?) -> Cause? {
    guard let event else { return nil }
    let entry = entries[place(of: event.rawValue)]
    guard entry.event == event.rawValue, let life = entry.life.index else { return nil }
    return Cause(event: event, kind: entry.kind, life: life, time: entry.time)
  }

  /// The event, its cause, the cause's cause, … nearest first, at most `depth` of them.
  func chain(from event: EventID?, depth: Int) -> [Cause] {
    var chain: [Cause] = []
    var next = event
    while chain.count < depth, let cause = cause(next) {
      chain.append(cause)
      next = EventID(entries[place(of: cause.event.rawValue)].cause)
    }
    return chain
  }

  /// Counts the values of a life in a row, each of which has led to the next: `event` and those before it.
  ///
  /// - Parameter earlier: the one before it.
  /// - Returns: how many there are, and whether the one before it has led to another one already.
  mutating func count(_ event: EventID, after earlier: EventID) -> (rounds: UInt32, isSibling: Bool) {
    let before = place(of: earlier.rawValue)
    let isSibling = entries[before].hasLed
    entries[before].hasLed = true
    let (sum, isTooMuch) = max(entries[before].rounds, 1).addingReportingOverflow(1)
    let rounds = isTooMuch ? .max : sum
    entries[place(of: event.rawValue)].rounds = rounds
    return (rounds, isSibling)
  }

  /// The event, and the one that led to it.
  func step(_ event: EventID?) -> (cause: Cause, before: EventID?)? {
    cause(event).map { ($0, EventID(entries[place(of: $0.event.rawValue)].cause)) }
  }

  @inline(__always)
  private func place(of event: UInt64) -> Int {
    Int(truncatingIfNeeded: event &+ (event >> 40) &* 0x9e5) & (Self.size - 1)
  }
}
