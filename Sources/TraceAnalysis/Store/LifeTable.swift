internal import Synchronization
internal import TraceFormat

/// The lives of a forest, as they are when all records were read.
final class LifeTable: Sendable {
  let rows: LifeRows
  let sites: [SiteEntry]
  /// Of each site.
  let traits: [SiteTraits]
  /// Indices of those that live, in the order of birth: mostly few.
  let living: [UInt32]
  /// Indices, downstreams before their upstreams.
  let topDown: LifeIndices
  private let upstreams: UpstreamLists
  /// Found out when somebody asks.
  private let shapes = Mutex<LifeArray<Shape>?>(nil)
  private let knownHotSources = Mutex<HotSources?>(nil)

  init() {
    rows = LifeRows()
    sites = [SiteTable().unknown]
    traits = sites.map(\.site.traits)
    living = []
    topDown = LifeIndices()
    upstreams = UpstreamLists()
  }

  init(_ rows: consuming LifeRows, _ sites: [SiteEntry], topDown: LifeIndices, upstreams: UpstreamLists) {
    living = rows.indices.lazy.filter { rows.flags(of: $0).isAlive }.map { UInt32(clamping: $0.position) }
    self.rows = rows
    self.sites = sites
    traits = sites.map(\.site.traits)
    self.topDown = topDown
    self.upstreams = upstreams
  }

  /// The same lives, of which something else is known.
  func with(_ rows: consuming LifeRows) -> LifeTable {
    LifeTable(rows, sites, topDown: topDown, upstreams: upstreams)
  }

  func upstreams(of index: LifeIndex) -> LifeList { upstreams[index] }

  /// How much memory it takes, but for what is rare.
  var byteCount: Int { rows.byteCount + topDown.byteCount + upstreams.byteCount }

  /// Put in order the first time that somebody asks.
  var hotSources: HotSources {
    knownHotSources.withLock { known in
      let sources = known ?? HotSources(rows)
      known = sources
      return sources
    }
  }

  func shape(of index: LifeIndex) -> Shape {
    shapes.withLock { known in
      let shapes = known ?? findShapes()
      known = shapes
      return shapes[index]
    }
  }
}
