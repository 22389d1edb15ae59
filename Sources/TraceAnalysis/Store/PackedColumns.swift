/// Neighbouring rows in a fraction of the room, to be read field by field.
///
/// Each column has the least of its numbers once, and of each number what it is more, in as many bits as the
/// largest needs: none where all are alike. A 0 among numbers that are far from it takes part in none of
/// that. Where numbers are few, and far apart, a column has these, and of each row which of them it is.
final class PackedColumns: @unchecked Sendable {
  private enum Form: UInt8 {
    /// The difference of a number from the least one.
    case more
    /// The same and 1; or 0 for 0.
    case moreOrNone
    /// Which of a list.
    case list
  }

  private struct Column {
    /// Of a list, where in the memory it begins.
    var least: UInt64
    /// Where the numbers begin, in bytes.
    var offset: UInt32
    /// Of a number, in bits.
    var width: UInt16
    var form: Form
  }

  /// A number of up to so many bits lies in the eight bytes that begin with its first.
  private static let widest = 57
  private static let fewest = 5

  // Written by `init` alone, so that many may read it at once.
  private let memory: UnsafeMutableRawPointer
  let byteCount: Int

  /// Packs `count` rows, one at least, of words that lie column by column. In the columns from `firstOfFew`
  /// on a word takes at most 32 bits, and many rows have one of a few words.
  init(_ words: UnsafePointer<UInt64>, count: Int, columns columnCount: Int, firstOfFew: Int) {
    var columns: [Column] = []
    columns.reserveCapacity(columnCount)
    var lists: [Int: DistinctWords] = [:]
    var size = columnCount * MemoryLayout<Column>.stride
    for number in 0..<columnCount {
      let words = words + number * count
      var column = Self.column(words, count)
      if number >= firstOfFew, column.width >= Self.fewest,
        let few = DistinctWords(words, count, insteadOf: Int(column.width))
      {
        column = Column(least: UInt64(size), offset: 0, width: UInt16(few.width), form: .list)
        size += few.all.count * MemoryLayout<UInt32>.stride
        lists[number] = few
      }
      column.offset = UInt32(truncatingIfNeeded: size)
      size += (Int(column.width) * count + 7) / 8
      columns.append(column)
    }
    // A number is written and read as eight bytes, of which those behind it are the next ones'.
    size += MemoryLayout<UInt64>.size
    memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    byteCount = size
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    for (number, column) in columns.enumerated() {
      memory.storeBytes(of: column, toByteOffset: number * MemoryLayout<Column>.stride, as: Column.self)
      guard column.width > 0 else { continue }
      let words = words + number * count
      switch column.form {
      case .more: write(column, count) { words[$0] &- column.least }
      case .moreOrNone: write(column, count) { words[$0] == 0 ? 0 : words[$0] &- column.least &+ 1 }
      case .list:
        guard let few = lists[number] else { continue }
        for (place, word) in few.all.enumerated() {
          memory.storeBytes(
            of: word, toByteOffset: Int(column.least) + place * MemoryLayout<UInt32>.stride, as: UInt32.self)
        }
        write(column, count) { UInt64(few.places[$0]) }
      }
    }
  }

  deinit { memory.deallocate() }

  private static func column(_ words: UnsafePointer<UInt64>, _ count: Int) -> Column {
    var differences: UInt64 = 0
    for place in 0..<count { differences |= words[place] ^ words[0] }
    guard differences != 0 else { return Column(least: words[0], offset: 0, width: 0, form: .more) }
    // Less one, none is the largest.
    var (least, most, largest) = (UInt64.max, UInt64(0), UInt64(0))
    for place in 0..<count {
      least = min(least, words[place] &- 1)
      most = max(most, words[place] &- 1)
      largest = max(largest, words[place])
    }
    guard most == .max else {
      return Column(least: least &+ 1, offset: 0, width: width(most &- least), form: .more)
    }
    // A 0 is among them.
    let narrow = width(largest &- least)
    return largest == 0 || narrow >= width(largest)
      ? Column(least: 0, offset: 0, width: width(largest), form: .more)
      : Column(least: least &+ 1, offset: 0, width: narrow, form: .moreOrNone)
  }

  private static func width(_ number: UInt64) -> UInt16 {
    let width = 64 - number.leadingZeroBitCount
    return UInt16(width > widest ? 64 : width)
  }

  @inline(__always)
  private func write(_ column: Column, _ count: Int, _ number: (Int) -> UInt64) {
    let width = UInt64(column.width)
    var (target, filled, word) = (memory + Int(column.offset), UInt64(0), UInt64(0))
    for place in 0..<count {
      let next = number(place)
      word |= next &<< filled
      filled &+= width
      guard filled >= 64 else { continue }
      target.storeBytes(of: word.littleEndian, as: UInt64.self)
      target += MemoryLayout<UInt64>.size
      filled &-= 64
      word = filled == 0 ? 0 : next &>> (width &- filled)
    }
    // This writes over the bytes behind it, which are written next.
    target.storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  @inline(__always)
  subscript(column: Int, place: Int) -> UInt64 { word(head(of: column), place) }

  @inline(__always)
  private func head(of column: Int) -> Column {
    memory.load(fromByteOffset: column * MemoryLayout<Column>.stride, as: Column.self)
  }

  @inline(__always)
  private func word(_ head: Column, _ place: Int) -> UInt64 {
    guard head.width > 0 else { return head.least }
    let bit = place &* Int(head.width)
    let word = (memory + (Int(head.offset) &+ bit >> 3)).loadUnaligned(as: UInt64.self)
    let number = UInt64(littleEndian: word) &>> UInt64(bit & 7) & UInt64.max &>> UInt64(64 &- head.width)
    guard head.form != .more else { return head.least &+ number }
    guard head.form != .moreOrNone else { return number == 0 ? 0 : head.least &+ number &- 1 }
    return listed(head, Int(truncatingIfNeeded: number))
  }

  @inline(__always)
  private func listed(_ head: Column, _ number: Int) -> UInt64 {
    let offset = Int(head.least) &+ number &* MemoryLayout<UInt32>.stride
    return UInt64(memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Adds the places, of the first `count`, at which the word of a column is wanted. Where all are alike, or
  /// are of a list, none of which is wanted, the rows are not looked at.
  @inline(__always)
  func places(_ column: Int, _ count: Int, into places: inout [UInt8], where isWanted: (UInt64) -> Bool) {
    let head = head(of: column)
    if head.width == 0, !isWanted(head.least) { return }
    if head.form == .list {
      let length = (Int(head.offset) - Int(head.least)) / MemoryLayout<UInt32>.stride
      guard (0..<length).contains(where: { isWanted(listed(head, $0)) }) else { return }
    }
    for place in 0..<count where isWanted(word(head, place)) {
      places.append(UInt8(truncatingIfNeeded: place))
    }
  }
}
