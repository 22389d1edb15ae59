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
    @inline(__always) get { Life(table: table, index: Int(chosen[place])) }
  }
}
