/// A row of which neighbours are packed together, once nothing changes them any more.
protocol PackableRow: Sendable {
  /// Many of them.
  associatedtype Packed: PackedRows<Self>
}

/// Neighbouring rows, packed.
protocol PackedRows<Row>: Sendable {
  associatedtype Row

  /// Packs rows, of which the first has the number `first`. `words` is room to do it in.
  init(_ rows: ContiguousArray<Row>, first: Int, using words: inout [UInt64])

  /// The row at `place`, which has the number `number`.
  func row(_ place: Int, number: UInt64) -> Row

  var byteCount: Int { get }
}

extension PackedColumns {
  /// Packs rows, each of which `spread` writes: its words, as far apart as there are rows, from where it is
  /// told.
  ///
  /// - Parameter columns: how many words each has; those from `firstOfFew` on are the ones to be listed.
  @inline(__always)
  static func packing<Row>(
    _ rows: ContiguousArray<Row>, columns: Int, firstOfFew: Int, using words: inout [UInt64],
    _ spread: (_ row: Row, _ place: Int, _ words: UnsafeMutablePointer<UInt64>) -> Void
  ) -> PackedColumns {
    let room = max(1, columns * rows.count)
    if words.count < room { words = [UInt64](repeating: 0, count: room) }
    return words.withUnsafeMutableBufferPointer { words in
      guard let start = words.baseAddress else { preconditionFailure("No room for words") }
      rows.withUnsafeBufferPointer { rows in
        for place in rows.indices { spread(rows[place], place, start + place) }
      }
      return PackedColumns(start, count: rows.count, columns: columns, firstOfFew: firstOfFew)
    }
  }
}
