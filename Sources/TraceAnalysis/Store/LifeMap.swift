/// Something about some lives, by index: what most of them lack takes no room.
struct LifeMap<Value: Sendable>: RandomAccessCollection, Sendable {
  let count: Int
  private let none: Value
  private var pages: [[Value]]

  /// All of `count` lives have `none`.
  init(_ none: Value, count: Int) {
    self.count = count
    self.none = none
    pages = Array(repeating: [], count: (count + 255) / 256)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Value {
    get { pages[index >> 8].isEmpty ? none : pages[index >> 8][index & 255] }
    _modify {
      if pages[index >> 8].isEmpty { pages[index >> 8] = Array(repeating: none, count: 256) }
      yield &pages[index >> 8][index & 255]
    }
  }
}

/// Indices of lives, or other numbers from 0, in little room.
struct LifeIndices: RandomAccessCollection, Sendable {
  private var numbers = NarrowNumbers()

  init(_ indices: some Sequence<Int> = []) {
    for index in indices { append(index) }
  }

  /// So many times 0.
  init(zeros count: Int) { numbers = NarrowNumbers(repeating: 0, count: count) }

  /// So many, each of which is to be set before it is read.
  init(unset count: Int) { numbers = NarrowNumbers(count: count) }

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.count }

  subscript(index: Int) -> Int {
    @inline(__always) get { Int(numbers[index]) }
    set { numbers[index] = UInt32(clamping: newValue) }
  }

  mutating func append(_ index: Int) { numbers.append(UInt32(clamping: index)) }

  /// How much memory they take.
  var byteCount: Int { numbers.byteCount }
}
