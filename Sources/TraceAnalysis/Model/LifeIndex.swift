/// Where a life lies among the lives of its forest: from 0, in the order of birth.
///
/// An index is true of one forest alone. Text and JSON name a life by its ``number``.
public struct LifeIndex: Hashable, Strideable, Sendable {
  package let position: Int

  @inline(__always)
  package init(_ position: Int) { self.position = position }

  /// The index of the life with this number. A forest may have no such life.
  @inline(__always)
  package init(number: Int) { position = number - 1 }

  /// Tools print it as `#7`: 1, 2, 3 … in the order of birth.
  public var number: Int { position + 1 }

  @inline(__always)
  public static func == (left: Self, right: Self) -> Bool { left.position == right.position }

  @inline(__always)
  public static func < (left: Self, right: Self) -> Bool { left.position < right.position }

  @inline(__always)
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }

  @inline(__always)
  public func distance(to other: Self) -> Int { other.position - position }

  @inline(__always)
  public func advanced(by distance: Int) -> Self { LifeIndex(position + distance) }
}
