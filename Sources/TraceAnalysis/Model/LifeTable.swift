internal import Synchronization

/// The lives of a forest, as they are when all records were read.
final class LifeTable: Sendable {
  let rows: LifeRows
  let sites: [SiteEntry]
  /// Indices, downstreams before their upstreams.
  let topDown: [UInt32]
  /// Numbers: what was made for the sake of the first, of the second, and so on.
  private let allUpstreams: [UInt32]
  /// Found out when somebody asks.
  private let shapes = Mutex<[Shape]>([])

  init() {
    rows = LifeRows()
    sites = [SiteTable().unknown]
    topDown = []
    allUpstreams = []
  }

  init(_ rows: consuming LifeRows, _ sites: [SiteEntry], topDown: [UInt32], upstreams: [UInt32]) {
    self.rows = rows
    self.sites = sites
    self.topDown = topDown
    allUpstreams = upstreams
  }

  func upstreams(of index: Int) -> LifeNumbers {
    LifeNumbers(allUpstreams[Int(rows[index].firstUpstream)..<Int(rows[index].lastUpstream)])
  }

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
