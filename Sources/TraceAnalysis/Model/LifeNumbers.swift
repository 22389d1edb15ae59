/// Numbers of lives, in ascending order.
public struct LifeNumbers: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  private let numbers: LifeIndices
  private let range: Range<Int>

  public init(arrayLiteral elements: Int...) { self.init(elements) }

  init(_ numbers: [Int]) { self.init(LifeIndices(numbers), 0..<numbers.count) }

  init(_ numbers: LifeIndices, _ range: Range<Int>) {
    self.numbers = numbers
    self.range = range
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { range.count }
  public subscript(position: Int) -> Int { numbers[range.lowerBound + position] }

  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for number in self { hasher.combine(number) }
  }
}
