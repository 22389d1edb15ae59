/// Elements by index, in blocks that stay where they are when more are appended.
struct Blocks<Element: Sendable>: Sendable {
  private static var shift: Int { 8 }
  private static var mask: Int { 1 << shift - 1 }

  private(set) var count = 0
  private var blocks: ContiguousArray<ContiguousArray<Element>> = []

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    @inline(__always) _read { yield blocks[index >> Self.shift][index & Self.mask] }
    @inline(__always) _modify { yield &blocks[index >> Self.shift][index & Self.mask] }
  }

  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      // A small trace has one block, which grows with it.
      let capacity = count == 0 ? 4 : Self.mask + 1
      blocks.append(
        ContiguousArray(unsafeUninitializedCapacity: capacity) { buffer, filled in
          buffer.initializeElement(at: 0, to: element)
          filled = 1
        })
    } else {
      blocks[blocks.count - 1].append(element)
    }
    count += 1
  }

  /// Puts the element that is at `order[n]` to `n`, in place.
  mutating func permute(_ order: [UInt32]) {
    var order = order
    for start in order.indices where Int(order[start]) != start {
      let first = self[start]
      var place = start
      while true {
        let from = Int(order[place])
        order[place] = UInt32(clamping: place)
        guard from != start else { break }
        self[place] = self[from]
        place = from
      }
      self[place] = first
    }
  }
}
