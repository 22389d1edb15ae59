internal import TraceFormat

/// Selects the lives that a reader of a running program can forget. Its memory then depends on the lives that go on, not on
/// those that have ended.
///
/// A life can go when it ended a while ago, and every life that was made for its sake did too. Of lives that are alike, the
/// first and the newest stay: rules compare living subscriptions with ended ones.
struct Folding {
  /// Late events of an ended life come within this time: 5 s.
  private static let settle: UInt64 = 5_000_000_000
  /// The number of ended lives that are kept of one kind: this many, or this many times the living ones.
  private static let leastKept = 1_000
  private static let keptForLiving = 4
  /// The number of ended sources that are kept of one life.
  private static let keptSources = 8

  private struct Key: Hashable {
    let path: UInt64
    /// The call site of its source, or the life that it is a part of.
    let detail: Int
    let isLate: Bool
  }

  private struct Group {
    var alive = 0
    var ended: [Int] = []
  }

  private let lives: LifeRows
  private let now: UInt64
  private let sites: [SiteEntry]
  /// Whether the life at an index stays.
  private(set) var stays: [Bool]

  init(_ lives: LifeRows, _ sites: [SiteEntry], now: UInt64, keeping newestRoot: Int) {
    (self.lives, self.sites, self.now) = (lives, sites, now)
    stays = lives.indices.map { index in
      let row = lives[index]
      guard let ended = row.endedAt else { return true }
      // Work that goes on behind an end is a leak of it.
      if let rare = lives.rare(of: index), rare.strays > 0 || rare.startsAfterStop > 0 { return true }
      return index == newestRoot - 1 || now - min(now, ended) < Self.settle
    }
    keepDownstreams()
    chooseKept()
    keepNamed()
  }

  /// A living subscription tells of its ended downstreams, so they stay.
  private mutating func keepDownstreams() {
    for index in lives.indices where stays[index] { keepWay(from: index) }
  }

  private mutating func keepWay(from index: Int) {
    var next = lives.downstream(of: index)
    while let number = next, !stays[number - 1] {
      stays[number - 1] = true
      next = lives.downstream(of: number - 1)
    }
  }

  /// Keeps some ended lives of each kind, with every life that was made for their sake.
  private mutating func chooseKept() {
    var paths = [UInt64](repeating: 0, count: lives.count)
    var groups: [Key: Group] = [:]
    for index in lives.indices {
      let row = lives[index]
      var hash = StableHash()
      hash.add(UInt64(row.site))
      hash.add(UInt64(row.role.kind?.rawValue ?? .max))
      hash.add(row.downstream == 0 ? 0 : paths[Int(row.downstream) - 1])
      paths[index] = hash.value
      let isInstance = row.downstream == 0 || row.role.kind == .inner || row.role.kind == .nested
      // A part goes with the life that it is a part of.
      guard row.downstream == 0 || stays[Int(row.downstream) - 1] else { continue }
      let source = lives.firstUpstream(of: index + 1) { $0.carriesData }
      let key = Key(
        path: paths[index],
        detail: isInstance ? source.map { lives.site(of: $0 - 1) } ?? -1 : Int(row.downstream),
        isLate: row.isLate && !row.isAlive)
      if row.isAlive {
        if isInstance { groups[key, default: Group()].alive += 1 }
      } else if !stays[index] {
        groups[key, default: Group()].ended.append(isInstance ? index + 1 : -(index + 1))
      }
    }
    for group in groups.values {
      let isInstance = group.ended.first ?? 0 > 0
      let most = isInstance ? max(Self.leastKept, group.alive * Self.keptForLiving) : Self.keptSources
      let first = most / 4
      for (place, number) in group.ended.enumerated()
      where place < first || place >= group.ended.count - (most - first) {
        keepTree(abs(number))
      }
    }
  }

  private mutating func keepTree(_ number: Int) {
    var open = [number]
    while let next = open.popLast() {
      stays[next - 1] = true
      var upstream = Int(lives[next - 1].firstUpstream)
      while upstream != 0 {
        if !stays[upstream - 1] { open.append(upstream) }
        upstream = lives.nextUpstream(of: upstream)
      }
    }
  }

  /// Keeps the lives that stopped a kept one, or made it late.
  private mutating func keepNamed() {
    var open = lives.indices.filter { stays[$0] }
    while let index = open.popLast() {
      let row = lives[index]
      var named = [row.isLate ? Int(row.lateBecause) : 0]
      if let rare = lives.rare(of: index) {
        named += [Int(rare.stoppedBy), Int(rare.stoppedSource), Int(rare.begunWithin)] + rare.cycle
      }
      for number in named where number > 0 && !stays[number - 1] {
        var next: Int? = number
        while let number = next, !stays[number - 1] {
          stays[number - 1] = true
          open.append(number - 1)
          next = lives.downstream(of: number - 1)
        }
      }
    }
  }
}

/// Totals of the lives that are no longer kept one by one.
struct FoldedLives: Sendable {
  struct Tally: Sendable {
    var subscriptions = 0
    var values: UInt64 = 0
    /// Of sources.
    var late: UInt64 = 0
    var longest: UInt64 = 0

    mutating func add(_ other: Tally) {
      subscriptions += other.subscriptions
      values &+= other.values
      late &+= other.late
      longest = max(longest, other.longest)
    }
  }

  private(set) var count = 0
  /// The number of lives that stand for forgotten ones, none or one. A stand-in is no subscription.
  var standIns = 0
  /// By the number of the call site.
  private(set) var bySite: [Int: Tally] = [:]
  private(set) var byOwner: [OwnerID?: Tally] = [:]
  /// The subscriptions, 64 neighbours in a word.
  private var known: [UInt64: UInt64] = [:]

  mutating func add(_ row: LifeRow, owner: OwnerID?, late: UInt64) {
    count += 1
    var tally = Tally()
    tally.subscriptions = 1
    tally.values = row.values
    tally.late = row.flags.contains(.relays) ? 0 : late
    tally.longest = (row.endedAt ?? 0) - min(row.endedAt ?? 0, row.subscribedAt)
    bySite[Int(row.site), default: Tally()].add(tally)
    byOwner[owner, default: Tally()].add(tally)
    known[row.id.rawValue >> 6, default: 0] |= 1 << (row.id.rawValue & 63)
  }

  func contains(_ id: UInt64) -> Bool {
    guard count > 0, let word = known[id >> 6] else { return false }
    return word >> (id & 63) & 1 == 1
  }

  mutating func forgetOwners(where isGone: (OwnerID) -> Bool) {
    byOwner = byOwner.filter { owner, _ in owner.map { !isGone($0) } ?? true }
  }
}
