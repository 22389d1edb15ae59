package import TraceFormat

/// The subscriptions of one call site, owner, operator or file, in numbers.
public struct StatsRow: Sendable {
  public enum Grouping: Sendable, CaseIterable {
    case site, owner, operatorName, file
  }

  /// The label, where all have the same; else the operator's name, the file, or the owner's number.
  package let name: String
  /// The call site, where all have the same.
  package let site: Site?
  package let owner: OwnerID?
  /// In order of birth.
  private let lives: LifeIndices
  /// Numbers of the lives, in order of birth.
  package var numbers: [Int] { lives.map(\.number) }

  package let subscriptions: Int
  package let ended: Int
  package let alive: Int
  /// Most alive at one moment.
  package let peak: Int
  /// How many have which verdict.
  package let verdicts: Verdicts.Counts

  package let values: UInt64
  /// Values that sources sent for nobody.
  package let late: UInt64
  /// In nanoseconds, up to the end of the recording for those that are alive.
  package let medianLife: UInt64
  package let longestLife: UInt64
  /// The longest life is not over.
  package let isLongestAlive: Bool
}

extension StatsRow {
  fileprivate enum Key: Hashable {
    case site(Int)
    case owner(OwnerID?)
    case text(String)

    init(_ life: Life, _ grouping: Grouping) {
      switch grouping {
      case .site: self = .site(life.entryIndex)
      case .owner: self = .owner(life.owner)
      case .operatorName: self = .text(life.site.operatorName)
      case .file: self = .text(life.site.file)
      }
    }
  }

  static func rows(_ forest: Forest, _ verdicts: Verdicts, by grouping: Grouping, among selection: Set<Int>?)
    -> [StatsRow]
  {
    var groups: [Key: Int] = [:]
    var members: [LifeIndices] = []
    // One that stands for forgotten lives has no number in the recording.
    for life in forest.lives where life.printedNumber != 0 && selection?.contains(life.number) ?? true {
      let key = Key(life, grouping)
      if let group = groups[key] {
        members[group].append(life.index)
      } else {
        groups[key] = members.count
        members.append(LifeIndices([life.index]))
      }
    }
    let folded = selection == nil ? forest.folded(by: grouping) : [:]
    let tallies = Dictionary(uniqueKeysWithValues: groups.map { ($0.value, folded[$0.key]) })
    return members.enumerated().map { StatsRow(forest, verdicts, grouping, $1, tallies[$0] ?? nil) }
      .sorted { ($1.alive, $0.lives[0]) < ($0.alive, $1.lives[0]) }
  }

  private init(
    _ forest: Forest, _ verdicts: Verdicts, _ grouping: Grouping, _ indices: LifeIndices,
    _ folded: FoldedLives.Tally?
  ) {
    let lives = indices.lazy.map { forest.lives[$0] }
    let first = forest.lives[indices[0]]
    let isOneSite = grouping == .site || lives.allSatisfy { $0.entryIndex == first.entryIndex }
    let isOneLabel = lives.allSatisfy { $0.label == first.label }
    site = isOneSite ? first.site : nil
    owner = grouping == .owner ? first.owner : nil
    name =
      switch grouping {
      case .site: isOneLabel ? first.name : first.site.operatorName
      case .operatorName: first.site.operatorName
      case .file: first.site.file
      case .owner: first.owner.map { String($0.rawValue) } ?? ""
      }
    self.lives = indices
    // Of equal ones those that are over come first: the lowest bit says that one is not.
    var durations: [UInt64] = []
    durations.reserveCapacity(indices.count)
    var (alive, values, late, leakedAndEnded) = (0, UInt64(0), UInt64(0), 0)
    for life in lives {
      let (birth, end) = (life.subscribedAt, life.endedAt)
      let last = end ?? forest.ended
      durations.append((last - min(last, birth)) << 1 | (end == nil ? 1 : 0))
      alive += end == nil ? 1 : 0
      if end != nil, verdicts[life.index]?.isLeak ?? false { leakedAndEnded += 1 }
      values &+= life.values
      let lateValues = life.lateValues
      if lateValues > 0, life.isSource { late &+= lateValues }
    }
    (self.alive, self.values, self.late) = (
      alive, values &+ (folded?.values ?? 0), late &+ (folded?.late ?? 0)
    )
    peak = lives.peak
    subscriptions = indices.count + (folded?.subscriptions ?? 0)
    ended = subscriptions - alive
    self.verdicts = Verdicts.Counts(
      indices.lazy.compactMap { verdicts[$0] }, leakedAndEnded: leakedAndEnded)
    durations.sort()
    medianLife = durations[indices.count / 2] >> 1
    let longest = durations[indices.count - 1]
    longestLife = max(longest >> 1, folded?.longest ?? 0)
    isLongestAlive = longest & 1 == 1 && longestLife == longest >> 1
  }
}

extension Forest {
  /// Totals of forgotten lives, by the subject of a row.
  fileprivate func folded(by grouping: StatsRow.Grouping) -> [StatsRow.Key: FoldedLives.Tally] {
    var tallies: [StatsRow.Key: FoldedLives.Tally] = [:]
    if grouping == .owner {
      for (owner, tally) in folded.byOwner { tallies[.owner(owner)] = tally }
      return tallies
    }
    for (entry, tally) in folded.bySite {
      let site = table.sites[entry].site
      let key: StatsRow.Key =
        switch grouping {
        case .operatorName: .text(site.operatorName)
        case .file: .text(site.file)
        default: .site(entry)
        }
      tallies[key, default: FoldedLives.Tally()].add(tally)
    }
    return tallies
  }
}
