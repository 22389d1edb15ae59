/// Something about some lives: what most of them lack takes no room.
struct LifeMap<Value: Sendable>: RandomAccessCollection, Sendable {
  typealias Indices = Range<LifeIndex>

  let count: Int
  private let none: Value
  private var pages: [[Value]]

  /// All of `count` lives have `none`.
  init(_ none: Value, count: Int) {
    self.count = count
    self.none = none
    pages = Array(repeating: [], count: (count + 255) / 256)
  }

  var startIndex: LifeIndex { LifeIndex(0) }
  var endIndex: LifeIndex { LifeIndex(count) }

  subscript(index: LifeIndex) -> Value {
    get {
      let position = index.position
      return pages[position >> 8].isEmpty ? none : pages[position >> 8][position & 255]
    }
    _modify {
      let position = index.position
      if pages[position >> 8].isEmpty { pages[position >> 8] = Array(repeating: none, count: 256) }
      yield &pages[position >> 8][position & 255]
    }
  }
}

/// Something about every life of a forest.
package struct LifeArray<Value: Sendable>: Sendable {
  private var values: [Value]

  package init(repeating value: Value, count: Int) { values = Array(repeating: value, count: count) }

  /// A value for each of these lives.
  package init(_ lives: some Collection<Life>, _ value: (Life) -> Value) { values = lives.map(value) }

  package subscript(index: LifeIndex) -> Value {
    @inline(__always) get { values[index.position] }
    @inline(__always) _modify { yield &values[index.position] }
  }
}

/// A count for each life, in little room.
struct LifeCounts: Sendable {
  private var numbers: NarrowNumbers

  /// 0 for each of so many lives.
  init(count: Int) { numbers = NarrowNumbers(repeating: 0, count: count) }

  subscript(index: LifeIndex) -> Int {
    @inline(__always) get { Int(numbers[index.position]) }
    set { numbers[index.position] = UInt32(clamping: newValue) }
  }

  /// The largest; nil where there are no lives.
  var largest: Int? { (0..<numbers.count).lazy.map { Int(numbers[$0]) }.max() }
}

/// Another life for each life, in little room.
struct LifeTargets: Sendable {
  private var numbers = NarrowNumbers()

  init() {}

  /// Each of so many lives has itself.
  init(ofThemselves count: Int) {
    for position in 0..<count { numbers.append(UInt32(clamping: position)) }
  }

  subscript(index: LifeIndex) -> LifeIndex {
    @inline(__always) get { LifeIndex(Int(numbers[index.position])) }
    set { numbers[index.position] = UInt32(clamping: newValue.position) }
  }
}

/// A list of lives, in little room.
struct LifeIndices: RandomAccessCollection, Sendable {
  private var numbers = NarrowNumbers()

  init(_ lives: some Sequence<LifeIndex> = []) {
    for index in lives { append(index) }
  }

  /// Has room for `count` elements. Each must be set before it is read.
  init(unset count: Int) { numbers = NarrowNumbers(count: count) }

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.count }

  subscript(place: Int) -> LifeIndex {
    @inline(__always) get { LifeIndex(Int(numbers[place])) }
    set { numbers[place] = UInt32(clamping: newValue.position) }
  }

  mutating func append(_ index: LifeIndex) { numbers.append(UInt32(clamping: index.position)) }

  /// How much memory they take.
  var byteCount: Int { numbers.byteCount }
}
