import CSignalProbes
public import TraceFormat

/// The numbers of subscriptions in memory, by operator and call site.
///
/// A census counts the table of living subscriptions, which every process keeps. It needs no recording and no
/// special build. It costs nothing until a program takes one. A subscription is in memory from its
/// `subscribe` until its last reference goes: a cycle of references keeps it in memory after its end. A
/// `subscribe` call of the program counts as one subscription, and each operator below it as another.
/// Subscriptions that other threads begin or release during the count may be missed. As Rx `Resources.total`.
///
///     let before = LiveCensus()
///     …
///     for entry in LiveCensus().grown(since: before) { print(entry.count, entry.site) }
public struct LiveCensus: Sendable {
  /// The number of subscriptions of one operator at one call site.
  public struct Entry: Hashable, Sendable {
    public let site: Site
    public let count: Int
  }

  /// The number of all subscriptions in memory.
  public let total: Int
  private let counts: [Site: Int]

  /// Counts now, on any thread. Takes some nanoseconds for each subscription of the largest number that ever
  /// lived at once.
  public init() {
    var places: [Place: Int] = [:]
    LiveTable.forEach { places[Place(of: $0), default: 0] += 1 }
    var counts: [Site: Int] = [:]
    for (place, count) in places { counts[place.site, default: 0] += count }
    self.counts = counts
    total = counts.values.reduce(0, +)
  }

  /// The call sites, the largest count first, equal counts in the order of file and line.
  public var entries: [Entry] { Self.sorted(counts) }

  /// The number of subscriptions of the operators of this name, at all call sites.
  public func count(of operatorName: String) -> Int {
    counts.reduce(0) { $1.key.operatorName == operatorName ? $0 + $1.value : $0 }
  }

  /// The call sites that have more subscriptions than in an earlier census, and how many more; the largest
  /// growth first.
  public func grown(since earlier: LiveCensus) -> [Entry] {
    Self.sorted(
      counts.merging(earlier.counts.mapValues { -$0 }, uniquingKeysWith: +)
        .filter { $0.value > 0 })
  }

  private static func sorted(_ counts: [Site: Int]) -> [Entry] {
    counts.map { Entry(site: $0.key, count: $0.value) }.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return (left.site.file, left.site.line, left.site.operatorName)
        < (right.site.file, right.site.line, right.site.operatorName)
    }
  }
}

/// A site by the addresses of its texts, which are never freed.
struct Place: Hashable {
  let name: UInt
  let file: UInt
  let line: UInt32
  let traits: UInt32

  init(of place: rx_place) {
    name = place.operator_name
    file = place.file
    line = place.line
    traits = place.traits
  }

  var site: Site {
    Site(
      operatorName: Self.text(name), file: Self.text(file), line: line, traits: SiteTraits(rawValue: traits))
  }

  private static func text(_ address: UInt) -> String {
    UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? ""
  }
}
