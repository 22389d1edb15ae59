/// Takes the fields of a row one by one, and writes the word of each, or reads the field from its word: so
/// that one list of fields serves for both.
protocol RowCoder<Column> {
  associatedtype Column

  mutating func code(_ column: Column, _ field: inout some ColumnField)
  /// A time after another one; 0 where it is not known.
  mutating func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, after other: UInt64)
  /// A time mostly after another one; 0 where it is not known.
  mutating func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, near other: UInt64)
  /// An identifier mostly a little less than another one; 0 for none.
  mutating func code(_ column: Column, _ identifier: inout UInt64, before other: UInt64)
}

/// Writes the words of a row, `stride` apart.
struct RowWriter<Column: RawRepresentable<Int>>: RowCoder {
  let words: UnsafeMutablePointer<UInt64>
  let stride: Int
  /// The number of the row.
  let row: UInt64

  @inline(__always)
  private func set(_ column: Column, _ word: UInt64) { words[column.rawValue &* stride] = word }

  @inline(__always)
  func code(_ column: Column, _ field: inout some ColumnField) { set(column, field.stored(inRow: row)) }

  @inline(__always)
  func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, after other: UInt64) {
    set(column, isKnown ? time &- other : 0)
  }

  @inline(__always)
  func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, near other: UInt64) {
    set(column, isKnown ? Folded.word(time &- other) : 0)
  }

  @inline(__always)
  func code(_ column: Column, _ identifier: inout UInt64, before other: UInt64) {
    set(column, identifier == 0 ? 0 : Folded.word(other &- identifier) &+ 1)
  }
}

/// Reads a row from its packed words.
struct RowReader<Column: RawRepresentable<Int>>: RowCoder {
  let columns: PackedColumns
  let place: Int
  /// The number of the row.
  let row: UInt64

  @inline(__always)
  private func word(_ column: Column) -> UInt64 { columns[column.rawValue, place] }

  @inline(__always)
  func code<Field: ColumnField>(_ column: Column, _ field: inout Field) {
    field = Field(stored: word(column), inRow: row)
  }

  @inline(__always)
  func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, after other: UInt64) {
    time = isKnown ? other &+ word(column) : 0
  }

  @inline(__always)
  func code(_ column: Column, _ time: inout UInt64, if isKnown: Bool, near other: UInt64) {
    time = isKnown ? other &+ Folded.difference(word(column)) : 0
  }

  @inline(__always)
  func code(_ column: Column, _ identifier: inout UInt64, before other: UInt64) {
    let code = word(column)
    identifier = code == 0 ? 0 : other &- Folded.difference(code &- 1)
  }
}
