/// The words of a column that differ, and which of them each row has.
struct DistinctWords {
  private(set) var all: [UInt32] = []
  private(set) var places: [UInt16] = []
  /// How many bits tell which.
  private(set) var width = 1

  /// Nil where a list, and places in it, take more than `width` bits for each.
  init?(_ words: UnsafePointer<UInt64>, _ count: Int, insteadOf width: Int) {
    let most = (count * (width - 1) - 1) / 32
    places.reserveCapacity(count)
    let isShort = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 512) { slots in
      slots.initialize(repeating: 0)
      for place in 0..<count {
        let word = UInt32(truncatingIfNeeded: words[place])
        // The numbers are odd, or few: their upper bits differ once they are multiplied.
        var slot = Int((word &* 0x9e37_79b9) >> 23)
        while slots[slot] != 0, all[Int(slots[slot]) - 1] != word { slot = (slot + 1) & 511 }
        if slots[slot] == 0 {
          guard all.count < min(most, 256) else { return false }
          all.append(word)
          slots[slot] = UInt16(all.count)
        }
        places.append(slots[slot] - 1)
      }
      return true
    }
    self.width = max(1, Int.bitWidth - (all.count - 1).leadingZeroBitCount)
    guard isShort, self.width * count + all.count * 32 < width * count else { return nil }
  }
}
