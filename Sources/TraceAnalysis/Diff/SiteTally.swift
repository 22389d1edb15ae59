import TraceFormat

/// An operator of a file, wherever in it.
struct OperatorOfFile: Hashable {
  let operatorName: String
  let file: String

  init(_ site: Site) { (operatorName, file) = (site.operatorName, site.file) }
}

/// The counts of each call site.
struct SiteTally {
  struct Counts {
    let site: Site
    var alive = 0
    var peak = 0
    var values: UInt64 = 0
  }

  /// By operator and file, then by line.
  private(set) var counts: [OperatorOfFile: [UInt32: Counts]] = [:]

  init(_ forest: Forest, _ selection: Set<Int>?) {
    var members = [LifeIndices](repeating: LifeIndices(), count: forest.siteCount)
    for life in forest.lives where selection?.contains(life.number) ?? true {
      members[life.entryIndex].append(life.index)
    }
    // Sites that differ in what they are, and not in where.
    var places: [OperatorOfFile: [UInt32: LifeIndices]] = [:]
    for (index, site) in forest.sites.enumerated() where !members[index].isEmpty {
      let older = places[OperatorOfFile(site)]?[site.line]
      let all = older.map { LifeIndices((Array($0) + Array(members[index])).sorted()) } ?? members[index]
      places[OperatorOfFile(site), default: [:]][site.line] = all
      members[index] = LifeIndices()
    }
    counts = places.mapValues { lines in lines.mapValues { Self.counts(forest, $0) } }
  }

  private static func counts(_ forest: Forest, _ indices: LifeIndices) -> Counts {
    let lives = indices.lazy.map { forest.lives[$0] }
    var counts = Counts(site: lives[0].site)
    counts.peak = lives.peak
    for life in lives {
      counts.alive += life.isAlive ? 1 : 0
      counts.values &+= life.values
    }
    return counts
  }

  /// Ascending.
  func lines(of place: OperatorOfFile) -> [UInt32] { counts[place]?.keys.sorted() ?? [] }

  /// Which of its lines is which of a newer one's, for every operator of a file.
  func pairs(with newer: SiteTally) -> [OperatorOfFile: LinePairs] {
    var pairs: [OperatorOfFile: LinePairs] = [:]
    for place in Set(counts.keys).union(newer.counts.keys) {
      pairs[place] = LinePairs(lines(of: place), newer.lines(of: place))
    }
    return pairs
  }
}
