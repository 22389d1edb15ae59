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

/// Indices of lives, in half the room.
struct LifeIndices: RandomAccessCollection, Sendable {
  private var words: [UInt32]

  init(_ indices: some Sequence<Int> = []) { words = indices.map { UInt32(clamping: $0) } }

  var startIndex: Int { 0 }
  var endIndex: Int { words.count }

  subscript(index: Int) -> Int {
    get { Int(words[index]) }
    set { words[index] = UInt32(clamping: newValue) }
  }

  mutating func append(_ index: Int) { words.append(UInt32(clamping: index)) }
}
