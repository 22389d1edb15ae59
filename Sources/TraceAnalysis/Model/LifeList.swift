/// Some lives of a forest, by index.
public struct LifeList: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  private let lives: LifeIndices
  private let range: Range<Int>

  public init(arrayLiteral elements: LifeIndex...) { self.init(elements) }

  init(_ lives: [LifeIndex]) { self.init(LifeIndices(lives), 0..<lives.count) }

  init(_ lives: LifeIndices, _ range: Range<Int>) {
    self.lives = lives
    self.range = range
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { range.count }
  public subscript(place: Int) -> LifeIndex { lives[range.lowerBound + place] }

  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in self { hasher.combine(index) }
  }
}
