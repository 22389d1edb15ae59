internal import TraceFormat

/// A call site of the trace, kept once for all its lives.
final class SiteEntry: Sendable {
  let site: Site
  /// In the order of the first life; `unknown` is the first.
  let index: Int
  /// Of operator and file, not of the line.
  let hash: UInt64

  init(_ site: Site, index: Int) {
    self.site = site
    self.index = index
    var hash = StableHash()
    hash.add(site.operatorName)
    hash.add(site.file)
    self.hash = hash.value
  }
}

/// All call sites of a trace.
struct SiteTable: Sendable {
  private(set) var entries = [SiteEntry(.unknown, index: 0)]
  private var indices: [Site: Int] = [.unknown: 0]
  /// Sites seen lately, by line: comparing equal strings of the same storage costs next to nothing.
  private var recent: [SiteEntry]

  init() { recent = Array(repeating: entries[0], count: 64) }

  var unknown: SiteEntry { entries[0] }

  mutating func entry(_ site: Site) -> SiteEntry { entries[index(of: site)] }

  /// Which of the entries a site has.
  mutating func index(of site: Site) -> Int {
    let place = Int(site.line & 63)
    if recent[place].site == site { return recent[place].index }
    let index = indices[site] ?? entries.count
    if index == entries.count {
      entries.append(SiteEntry(site, index: index))
      indices[site] = index
    }
    recent[place] = entries[index]
    return index
  }
}

extension Site {
  /// Where a subscription's beginning is not in the trace.
  static let unknown = Site(operatorName: "?", file: "", line: 0)

  /// This call as the second place of a fault whose first one is `site`; nil where it is at the same line, or
  /// the file of one of them is not known.
  func asSecond(to site: Site) -> Site? {
    guard !file.isEmpty, !site.file.isEmpty, line != site.line || file != site.file else { return nil }
    return self
  }
}
