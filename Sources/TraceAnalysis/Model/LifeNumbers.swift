/// Numbers of lives, in ascending order.
public struct LifeNumbers: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  private let numbers: ArraySlice<UInt32>

  public init(arrayLiteral elements: Int...) {
    numbers = elements.map { UInt32(clamping: $0) }[...]
  }

  init(_ numbers: ArraySlice<UInt32>) { self.numbers = numbers }

  public var startIndex: Int { 0 }
  public var endIndex: Int { numbers.count }
  public subscript(position: Int) -> Int { Int(numbers[numbers.startIndex + position]) }
}
