internal import Synchronization

/// The lives of a forest, as they are when all records were read.
final class LifeTable: Sendable {
  let rows: LifeRows
  let sites: [SiteEntry]
  /// Indices, downstreams before their upstreams.
  let topDown: [UInt32]
  private let upstreams: UpstreamLists
  /// Found out when somebody asks.
  private let shapes = Mutex<[Shape]>([])

  init() {
    rows = LifeRows()
    sites = [SiteTable().unknown]
    topDown = []
    upstreams = UpstreamLists()
  }

  init(_ rows: consuming LifeRows, _ sites: [SiteEntry], topDown: [UInt32], upstreams: UpstreamLists) {
    self.rows = rows
    self.sites = sites
    self.topDown = topDown
    self.upstreams = upstreams
  }

  /// The same lives, of which something else is known.
  func with(_ rows: consuming LifeRows) -> LifeTable {
    LifeTable(rows, sites, topDown: topDown, upstreams: upstreams)
  }

  func upstreams(of index: Int) -> LifeNumbers { LifeNumbers(upstreams[index]) }

  func shape(of index: Int) -> Shape {
    shapes.withLock { shapes in
      if shapes.isEmpty { shapes = findShapes() }
      return shapes[index]
    }
  }
}

/// The lives of a forest, in order of birth.
public struct Lives: RandomAccessCollection, Sendable {
  let table: LifeTable

  public var startIndex: Int { 0 }
  public var endIndex: Int { table.rows.count }

  public subscript(index: Int) -> Life {
    @inline(__always) get {
      precondition(index >= 0 && index < table.rows.count)
      return Life(table: table, index: index)
    }
  }
}
