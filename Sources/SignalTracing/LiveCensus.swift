import CSignalProbes
public import TraceFormat

/// How many subscriptions are in memory, and which operators they are of.
///
/// It is counted when it is asked for, out of the table that is kept always: it costs nothing else, needs no recording and
/// no build of its own. A subscription is in memory from its `subscribe` until what it needed has gone, so also while a
/// cycle of references keeps it after its end. A `subscribe` of the program is one, and the operator's gate below it
/// another. What other threads make and let go of meanwhile is counted or not. As Rx `Resources.total`.
///
///     let before = LiveCensus()
///     …
///     for entry in LiveCensus().grown(since: before) { print(entry.count, entry.site) }
public struct LiveCensus: Sendable {
  /// So many subscriptions of one operator of one place.
  public struct Entry: Hashable, Sendable {
    public let site: Site
    public let count: Int
  }

  /// All subscriptions that are in memory.
  public let total: Int
  private let counts: [Site: Int]

  /// Counts now. Any thread; it takes some nanoseconds for each subscription that there ever was at one time.
  public init() {
    var places: [Place: Int] = [:]
    LiveTable.forEach { places[Place(of: $0), default: 0] += 1 }
    var counts: [Site: Int] = [:]
    for (place, count) in places { counts[place.site, default: 0] += count }
    self.counts = counts
    total = counts.values.reduce(0, +)
  }

  /// The most first; of equal counts in order of place.
  public var entries: [Entry] { Self.sorted(counts) }

  /// The subscriptions of one operator, wherever it stands.
  public func count(of operatorName: String) -> Int {
    counts.reduce(0) { $1.key.operatorName == operatorName ? $0 + $1.value : $0 }
  }

  /// By how many those have become more that have, the most first.
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
private struct Place: Hashable {
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
