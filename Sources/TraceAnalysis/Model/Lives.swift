/// The lives of a forest, in order of birth.
public struct Lives: RandomAccessCollection, Sendable {
  public typealias Indices = Range<LifeIndex>

  let table: LifeTable

  public var startIndex: LifeIndex { LifeIndex(0) }
  public var endIndex: LifeIndex { LifeIndex(table.rows.count) }

  public subscript(index: LifeIndex) -> Life {
    @inline(__always) get {
      precondition(index.position >= 0 && index.position < table.rows.count)
      return Life(table: table, index: index)
    }
  }
}

/// Some of a forest's lives.
struct ChosenLives: RandomAccessCollection, Sendable {
  let table: LifeTable
  fileprivate let chosen: [UInt32]

  init(table: LifeTable, indices: [UInt32]) {
    self.table = table
    chosen = indices
  }

  var startIndex: Int { 0 }
  var endIndex: Int { chosen.count }

  subscript(place: Int) -> Life {
    @inline(__always) get { Life(table: table, index: LifeIndex(Int(chosen[place]))) }
  }
}

extension Life {
  /// The lives that were made for the sake of another one, in order of birth.
  public struct Upstreams: RandomAccessCollection, Sendable {
    fileprivate let table: LifeTable
    /// Where they lie.
    package let list: LifeList

    public var startIndex: Int { 0 }
    public var endIndex: Int { list.count }

    public subscript(place: Int) -> Life {
      @inline(__always) get { Life(table: table, index: list[place]) }
    }
  }

  /// Subscriptions made for its sake, in order of birth.
  public var upstreams: Upstreams { Upstreams(table: table, list: table.upstreams(of: index)) }

  /// For whose sake it was made; nil for a root.
  public var downstream: Life? {
    @inline(__always) get { table.rows.downstream(of: index).map { Life(table: table, index: $0) } }
  }

  /// Whether it was made for nobody's sake.
  public var isRoot: Bool {
    @inline(__always) get { table.rows.downstream(of: index) == nil }
  }

  /// The root of its tree: itself, if it is one.
  public var root: Life {
    var index = index
    while let downstream = table.rows.downstream(of: index) { index = downstream }
    return Life(table: table, index: index)
  }

  /// From itself down to its root, both included.
  public var pathToRoot: [Life] {
    var path = [self]
    while let downstream = path[path.count - 1].downstream { path.append(downstream) }
    return path
  }
}
