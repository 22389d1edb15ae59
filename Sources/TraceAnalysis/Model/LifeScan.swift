internal import TraceFormat

/// The lives that one of their columns selects, in the order of birth. Where neighbours are packed, those of
/// which none is meant are passed over at once: most questions are about few of many lives.
struct LifeScan: Sequence, IteratorProtocol, Sendable {
  /// How lives are selected.
  enum Choice: Sendable {
    /// By the number of their call site.
    case sites([Bool])
    case roots
    /// Lives that have rare fields.
    case rare
    case role(Role.Kind)
    case flags(any: Life.Flags, none: Life.Flags)
  }

  private let table: LifeTable
  private let choice: Choice
  /// Of the block before this one, those that are meant.
  private var places: [UInt8] = []
  private var taken = 0
  private var block = 0

  init(_ table: LifeTable, _ choice: Choice) {
    self.table = table
    self.choice = choice
    if case .sites(let isMeant) = choice, !isMeant.contains(true) { block = table.rows.blockCount }
  }

  var underestimatedCount: Int { 0 }

  mutating func next() -> Life? {
    while taken == places.count {
      guard block < table.rows.blockCount else { return nil }
      places.removeAll(keepingCapacity: true)
      taken = 0
      fill()
      block += 1
    }
    taken += 1
    return Life(table: table, index: LifeIndex((block - 1) << 8 | Int(places[taken - 1])))
  }

  private mutating func fill() {
    let rows = table.rows
    switch choice {
    case .sites(let isMeant):
      rows.places(inBlock: block, .site, { UInt64($0.site) }, into: &places) {
        isMeant[Int(truncatingIfNeeded: $0)]
      }
    case .roots:
      rows.places(inBlock: block, .downstream, { UInt64($0.downstream.word) }, into: &places) { $0 == 0 }
    case .rare:
      rows.places(inBlock: block, .rare, { UInt64($0.rare) }, into: &places) { $0 != 0 }
    case .role(let kind):
      rows.places(inBlock: block, .role, { UInt64($0.role.rawValue) }, into: &places) {
        Role(rawValue: UInt32(truncatingIfNeeded: $0)).kind == kind
      }
    case .flags(let any, let none):
      rows.places(inBlock: block, .flags, { UInt64($0.flags.rawValue) }, into: &places) { word in
        let flags = Life.Flags(rawValue: UInt16(truncatingIfNeeded: word))
        return !flags.isDisjoint(with: any) && flags.isDisjoint(with: none)
      }
    }
  }
}

extension Forest {
  /// The lives that were made for nobody's sake.
  var rootLives: LifeScan { LifeScan(table, .roots) }
  /// The lives that have rare fields.
  var rareLives: LifeScan { LifeScan(table, .rare) }

  /// The lives of the call sites whose traits `isMeant` selects.
  func livesOfSites(where isMeant: (SiteTraits) -> Bool) -> LifeScan {
    LifeScan(table, .sites(table.traits.map(isMeant)))
  }

  /// The lives that came to be their downstream's in this way.
  func livesInRole(_ kind: Role.Kind) -> LifeScan { LifeScan(table, .role(kind)) }

  /// The lives that have some of the flags `any`, and nothing of `none`.
  func livesFlagged(any: Life.Flags, none: Life.Flags = []) -> LifeScan {
    LifeScan(table, .flags(any: any, none: none))
  }
}
