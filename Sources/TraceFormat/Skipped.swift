/// Records that this version cannot name, because a later version wrote them. Nothing of it is
/// lost, and nothing else is read differently for it.
public struct Skipped: Hashable, Sendable {
  /// Records for which no event stands, by the number of their kind.
  public internal(set) var records: [UInt8: UInt64] = [:]
  /// Chunks that are not read, by the number of their kind.
  public internal(set) var chunks: [UInt8: UInt64] = [:]
  /// Subscriptions whose role has no name, by the number of the role's kind.
  public internal(set) var roles: [UInt8: UInt64] = [:]
  /// Disposals that are read as `unknown`, by the number of the reason.
  public internal(set) var reasons: [UInt64: UInt64] = [:]
  /// Traits without a name, of any site.
  public internal(set) var traits: SiteTraits = []

  package init() {}

  public var isEmpty: Bool {
    records.isEmpty && chunks.isEmpty && roles.isEmpty && reasons.isEmpty && traits.isEmpty
  }

  package mutating func add(_ other: Skipped) {
    guard !other.isEmpty else { return }
    records.merge(other.records, uniquingKeysWith: +)
    chunks.merge(other.chunks, uniquingKeysWith: +)
    roles.merge(other.roles, uniquingKeysWith: +)
    reasons.merge(other.reasons, uniquingKeysWith: +)
    traits.formUnion(other.traits)
  }
}

extension Recording {
  /// The parts of the recording that this version does not know. Goes through all of its records.
  public var skipped: Skipped {
    var iterator = records.makeIterator()
    while iterator.next() != nil {}
    return iterator.skipped
  }
}
