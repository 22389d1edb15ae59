extension RandomAccessCollection {
  /// The first index whose element satisfies `predicate`, found by halving; `endIndex` where no element does.
  ///
  /// The elements that satisfy it come after all that do not.
  @inlinable
  package func partitioningIndex(where predicate: (Element) throws -> Bool) rethrows -> Index {
    var first = startIndex
    var rest = count
    while rest > 0 {
      let half = rest / 2
      let middle = index(first, offsetBy: half)
      if try predicate(self[middle]) {
        rest = half
      } else {
        first = index(after: middle)
        rest -= half + 1
      }
    }
    return first
  }
}
