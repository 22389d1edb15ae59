internal import TraceFormat

/// Selects the lives that a reader of a running program can forget. Its memory then depends on the lives that
/// go on, not on those that have ended.
///
/// A life can go when it ended a while ago, and every life that was made for its sake did too. Of lives that
/// are alike, the first and the newest stay: rules compare living subscriptions with ended ones.
struct Folding {
  /// Late events of an ended life come within this time: 5 s.
  private static let settle: UInt64 = 5_000_000_000
  /// The number of ended lives that are kept of one kind: this many, or this many times the living ones.
  private static let leastKept = 1_000
  private static let keptForLiving = 4
  /// The number of ended sources that are kept of one life.
  private static let keptSources = 8

  private struct Key: Hashable {
    enum Detail: Hashable {
      /// Of what was started on purpose: the call site of its source.
      case source(Int?)
      /// Of a part: the life that it is a part of.
      case part(of: LifeIndex?)
    }

    let path: UInt64
    let detail: Detail
    let isLate: Bool

    var isOfInstances: Bool { if case .source = detail { true } else { false } }
  }

  private struct Group {
    var alive = 0
    var ended: [LifeIndex] = []
  }

  private let lives: LifeRows
  private let now: UInt64
  private let sites: [SiteEntry]
  /// Whether a life stays.
  private(set) var stays: LifeArray<Bool>

  init(_ lives: LifeRows, _ sites: [SiteEntry], now: UInt64, keeping newestRoot: LifeIndex?) {
    (self.lives, self.sites, self.now) = (lives, sites, now)
    stays = LifeArray(repeating: true, count: lives.count)
    for index in lives.indices {
      guard let ended = lives.endedAt(of: index) else { continue }
      // Work that goes on behind an end is a leak of it.
      if let rare = lives.rare(of: index), rare.strays > 0 || rare.startsAfterStop > 0 { continue }
      stays[index] = index == newestRoot || now - min(now, ended) < Self.settle
    }
    keepDownstreams()
    chooseKept()
    keepNamed()
  }

  /// A living subscription tells of its ended downstreams, so they stay.
  private mutating func keepDownstreams() {
    for index in lives.indices where stays[index] { keepWay(from: index) }
  }

  private mutating func keepWay(from index: LifeIndex) {
    var next = lives.downstream(of: index)
    while let downstream = next, !stays[downstream] {
      stays[downstream] = true
      next = lives.downstream(of: downstream)
    }
  }

  /// Keeps some ended lives of each kind, with every life that was made for their sake.
  private mutating func chooseKept() {
    var paths = LifeArray<UInt64>(repeating: 0, count: lives.count)
    var groups: [Key: Group] = [:]
    for index in lives.indices {
      let row = lives[index]
      let downstream = row.downstream.index
      var hash = StableHash()
      hash.add(UInt64(row.site))
      hash.add(UInt64(row.role.kind?.rawValue ?? .max))
      hash.add(downstream.map { paths[$0] } ?? 0)
      paths[index] = hash.value
      let isInstance = downstream == nil || row.role.kind == .inner || row.role.kind == .nested
      // A part goes with the life that it is a part of.
      guard downstream.map({ stays[$0] }) ?? true else { continue }
      let source = lives.firstUpstream(of: index) { $0.carriesData }
      let key = Key(
        path: paths[index],
        detail: isInstance ? .source(source.map { lives.site(of: $0) }) : .part(of: downstream),
        isLate: row.isLate && !row.isAlive)
      if row.isAlive {
        if isInstance { groups[key, default: Group()].alive += 1 }
      } else if !stays[index] {
        groups[key, default: Group()].ended.append(index)
      }
    }
    for (key, group) in groups {
      let most = key.isOfInstances ? max(Self.leastKept, group.alive * Self.keptForLiving) : Self.keptSources
      let first = most / 4
      for (place, index) in group.ended.enumerated()
      where place < first || place >= group.ended.count - (most - first) {
        keepTree(index)
      }
    }
  }

  private mutating func keepTree(_ root: LifeIndex) {
    var open = [root]
    while let index = open.popLast() {
      stays[index] = true
      var next = lives[index].firstUpstream.index
      while let upstream = next {
        if !stays[upstream] { open.append(upstream) }
        next = lives.nextUpstream(of: upstream)
      }
    }
  }

  /// Keeps the lives that stopped a kept one, or made it late.
  private mutating func keepNamed() {
    var open = lives.indices.filter { stays[$0] }
    while let index = open.popLast() {
      let row = lives[index]
      var named = [row.isLate ? row.lateBecause.index : nil].compactMap(\.self)
      if let rare = lives.rare(of: index) {
        named += [rare.stoppedBy, rare.stoppedSource, rare.begunWithin, rare.answeredBy].compactMap(\.index)
        named += rare.cycle
        named += rare.loop.lives
      }
      for life in named {
        var next: LifeIndex? = life
        while let index = next, !stays[index] {
          stays[index] = true
          open.append(index)
          next = lives.downstream(of: index)
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
