package import TraceFormat

/// The living subscriptions of a process in numbers: by call site, owner, operator or file, at one look into
/// its table after the other.
///
/// It keeps the living of the last look, and a tally for each row. So its size grows neither with the number
/// of looks nor with subscriptions that have ended.
package struct LivingCounts: Sendable {
  /// The time between the last look and the one before, and what differs between them.
  package struct Change: Sendable, Hashable {
    /// In nanoseconds.
    package var span: UInt64
    package var begun: Int
    package var ended: Int

    package init(span: UInt64, begun: Int = 0, ended: Int = 0) {
      (self.span, self.begun, self.ended) = (span, begun, ended)
    }
  }

  /// A subscription that lived at the last look.
  private struct Life: Sendable {
    let id: UInt64
    var site: Int
    var owner: UInt64
    let began: UInt64
    /// The row that counts it; nil where it was not asked for.
    var row: Int?
  }

  private enum Key: Hashable {
    case site(Int)
    case owner(UInt64)
    case text(String)
  }

  /// The subject of a row. Another one groups the living anew.
  package var grouping: StatsRow.Grouping {
    didSet { if grouping != oldValue { groupAnew() } }
  }
  package private(set) var looks = 0
  /// The times of the first and the last look, in nanoseconds of `CLOCK_MONOTONIC`.
  package private(set) var began: UInt64 = 0
  package private(set) var time: UInt64 = 0
  /// How many lived at the first look, how many live now, and how many have begun and ended between them, as
  /// far as looks found them.
  package private(set) var atFirst = 0
  package private(set) var alive = 0
  package private(set) var begun = 0
  package private(set) var ended = 0
  /// Nil at the first look.
  package private(set) var change: Change?
  /// Whether each row knows its own part of ``change``. Rows that were grouped anew do not, up to the next
  /// look.
  package private(set) var rowsKnowChange = false

  private var sites: [Site] = []
  private var numbers: [Site: Int] = [:]
  /// In the order of their numbers.
  private var lives: [Life] = []
  private var tallies: [LivingRow] = []
  private var places: [Key: Int] = [:]
  /// If there are more rows or call sites, those without a living subscription are forgotten.
  private var most = Self.fewest

  /// The smallest number of rows or call sites at which any is forgotten.
  package static let fewest = 4096

  package init(by grouping: StatsRow.Grouping = .site) { self.grouping = grouping }

  /// From the first look to the last one, in nanoseconds.
  package var length: UInt64 { time.since(began) }

  /// Most alive first, then the oldest. Rows of which none lives come last.
  package var rows: [LivingRow] {
    tallies.sorted { left, right in
      if left.alive != right.alive { return left.alive > right.alive }
      let ages = (left.oldest ?? .max, right.oldest ?? .max)
      return ages.0 != ages.1 ? ages.0 < ages.1 : left.isBefore(right)
    }
  }

  /// The number of a call site, by which the next reading names it.
  package mutating func number(of site: Site) -> Int {
    if let number = numbers[site] { return number }
    numbers[site] = sites.count
    sites.append(site)
    return sites.count - 1
  }

  /// Takes one look, which is later than all before it.
  ///
  /// - Parameter asked: the numbers of the subscriptions to count; nil for all.
  package mutating func add(_ reading: LivingReading, among asked: Set<UInt64>? = nil) {
    looks += 1
    if looks == 1 { (began, time) = (reading.time, reading.time) }
    change = looks == 1 ? nil : Change(span: reading.time.since(time))
    time = max(time, reading.time)
    (alive, rowsKnowChange) = (0, looks > 1)
    for index in tallies.indices { tallies[index].beginLook() }
    var found: [Life] = []
    found.reserveCapacity(reading.subscriptions.count)
    var next = 0
    for seen in reading.subscriptions.sorted(by: { $0.id < $1.id }) where found.last?.id != seen.id {
      while next < lives.count, lives[next].id < seen.id {
        end(lives[next])
        next += 1
      }
      let known = next < lives.count && lives[next].id == seen.id ? lives[next] : nil
      if known != nil { next += 1 }
      found.append(life(seen, known, isAsked: asked?.contains(seen.id) ?? true))
    }
    for life in lives[next...] { end(life) }
    lives = found
    forget()
  }

  /// The subscription as it is now.
  ///
  /// - Parameter known: the one that had its number before. A program that was replaced gives it to another.
  private mutating func life(_ seen: LivingReading.Subscription, _ known: Life?, isAsked: Bool) -> Life {
    var life = Life(id: seen.id, site: seen.site, owner: seen.owner, began: seen.began, row: nil)
    let isKnown = known?.site == seen.site
    if let known, !isKnown { end(known) }
    let isInPlace = isKnown && (grouping != .owner || known?.owner == seen.owner)
    if isAsked { life.row = (isInPlace ? known?.row : nil) ?? row(of: life) }
    if let row = life.row {
      alive += 1
      meet(life, in: row)
    }
    if isKnown {
      // Its owner may be known only now, or a filter may take it up: then it changes its row.
      if let row = life.row, row != known?.row { tallies[row].subscriptions += 1 }
      if let row = known?.row, row != life.row { tallies[row].subscriptions -= 1 }
    } else if let row = life.row {
      begin(in: row)
    }
    return life
  }

  private mutating func begin(in row: Int) {
    tallies[row].subscriptions += 1
    guard looks > 1 else {
      atFirst += 1
      return
    }
    begun += 1
    change?.begun += 1
    tallies[row].begun += 1
  }

  private mutating func end(_ life: Life) {
    guard let row = life.row else { return }
    ended += 1
    change?.ended += 1
    tallies[row].ended += 1
    tallies[row].gone += 1
  }

  private mutating func row(of life: Life) -> Int {
    let site = sites[life.site]
    let key: Key =
      switch grouping {
      case .site: .site(life.site)
      case .owner: .owner(life.owner)
      case .operatorName: .text(site.operatorName)
      case .file: .text(site.file)
      }
    if let row = places[key] { return row }
    let name =
      switch grouping {
      case .site, .operatorName: site.operatorName
      case .file: site.file
      case .owner: life.owner == 0 ? "" : String(life.owner)
      }
    places[key] = tallies.count
    tallies.append(LivingRow(name: name))
    return tallies.count - 1
  }

  private mutating func groupAnew() {
    rowsKnowChange = false
    (tallies, places) = ([], [:])
    for index in lives.indices where lives[index].row != nil {
      let life = lives[index]
      let row = row(of: life)
      lives[index].row = row
      tallies[row].subscriptions += 1
      meet(life, in: row)
    }
  }

  private mutating func meet(_ life: Life, in row: Int) {
    let site = sites[life.site]
    tallies[row].meet(life.site, site, owner: life.owner, began: life.began)
  }

  /// Forgets call sites and rows without living ones, once there are many.
  private mutating func forget() {
    guard max(tallies.count, sites.count) > most else { return }
    let (oldSites, oldTallies) = (sites, tallies)
    (sites, numbers, tallies, places) = ([], [:], [], [:])
    for index in lives.indices {
      lives[index].site = number(of: oldSites[lives[index].site])
      guard let old = lives[index].row else { continue }
      let row = row(of: lives[index])
      lives[index].row = row
      tallies[row] = oldTallies[old]
    }
    most = max(Self.fewest, 2 * max(tallies.count, sites.count))
  }
}
