#if Metrics
  import TraceFormat

  /// A call site as a metric names it.
  struct SiteLabel: Hashable, Sendable {
    let site: String
    let operatorName: String

    /// All sites that have no series of their own.
    static let other = SiteLabel(site: "other", operatorName: "other")

    private init(site: String, operatorName: String) {
      self.site = site
      self.operatorName = operatorName
    }

    init(_ site: Site) { self.init(site: "\(site.file):\(site.line)", operatorName: site.operatorName) }

    var dimensions: [(String, String)] { [("site", site), ("operator", operatorName)] }
  }

  /// The sites with the most living subscriptions, and the sum of all others.
  struct TopSites {
    private(set) var counts: [SiteLabel: Int] = [:]
    private(set) var rest = 0

    /// Of two sites with equal counts the one that is `shown` already stays.
    init(of living: [Site: Int], most: Int, shown: (SiteLabel) -> Bool) {
      var all: [SiteLabel: Int] = [:]
      for (site, count) in living { all[SiteLabel(site), default: 0] += count }
      let sorted = all.map { (label: $0, count: $1, isShown: shown($0)) }.sorted { left, right in
        if left.count != right.count { return left.count > right.count }
        if left.isShown != right.isShown { return left.isShown }
        return (left.label.site, left.label.operatorName) < (right.label.site, right.label.operatorName)
      }
      for entry in sorted.prefix(most) { counts[entry.label] = entry.count }
      rest = sorted.dropFirst(most).reduce(0) { $0 + $1.count }
    }
  }
#endif
