/// The chunks of a table of living subscriptions, the newest first.
///
/// Another process's memory must not be believed. So a chunk is read only where it lies apart from all chunks
/// before it: a list that goes round ends there. And no more is read than ``ReadingBudget`` allows.
struct LiveChunks {
  /// The largest chunk, in bytes. A chunk of the recorder has 64 KiB.
  static let largest = 1 << 24
  /// More chunks than that are no list of them.
  private static let most = 1 << 16

  /// In bytes.
  private let size: Int
  /// The address of the next chunk lies this far from the end of a chunk.
  private let link: Int
  private var next: UInt64
  /// The beginnings of the chunks that were read, by the part of the memory that each begins in. A part is as
  /// large as a chunk, so only one begins in it.
  private var starts: [UInt64: UInt64] = [:]

  /// - Parameter newest: the address of the first; 0 for none.
  init(size: Int, link: Int, newest: UInt64) {
    self.size = size
    self.link = link
    next = newest
  }

  /// Nil at the end, where the list leads to memory that is not there or was read before, and where the
  /// budget is used up.
  mutating func next<Memory: ForeignMemory & ~Copyable>(
    in memory: borrowing Memory, _ budget: inout ReadingBudget
  ) -> (address: UInt64, bytes: [UInt8])? {
    let address = next
    guard address != 0, starts.count < Self.most, isApart(address), budget.takeRecords(size),
      let bytes = memory.bytes(at: address, count: size)
    else { return nil }
    starts[address / UInt64(size)] = address
    next = bytes.number(at: size - link)
    return (address, bytes)
  }

  private func isApart(_ address: UInt64) -> Bool {
    let (part, size) = (address / UInt64(size), UInt64(size))
    for near in [part &- 1, part, part &+ 1] {
      if let start = starts[near], max(start, address) - min(start, address) < size { return false }
    }
    return true
  }
}

extension LiveTableReader {
  /// The texts at the addresses that records name.
  struct Texts {
    private var known: [UInt64: String] = [:]
    /// Neighbours are often of one place.
    private var last: (address: UInt64, text: String) = (0, "")

    /// Empty where nothing is mapped, and where the budget is used up.
    mutating func text<Memory: TextMemory & ~Copyable>(
      at address: UInt64, in memory: borrowing Memory, _ budget: inout ReadingBudget
    ) -> String {
      if address == last.address, address != 0 { return last.text }
      if let text = known[address] {
        last = (address, text)
        return text
      }
      guard budget.hasRoomForText() else { return "" }
      let text = memory.text(at: address) ?? ""
      known[address] = text
      budget.takeText(text)
      return text
    }
  }
}
