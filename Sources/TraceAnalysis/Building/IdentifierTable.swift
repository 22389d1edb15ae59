/// Identifiers of the traced program → small numbers from 0.
///
/// Identifiers mostly come one after the other, so 64 neighbours lie in one block, and a block is found by
/// open addressing: about 2 bytes for each of many neighbours, 100 for a lonely one. The keys come from an
/// untrusted file, so the places of blocks depend on a seed drawn in each process: no file can be made to
/// collide. The seed never shows in a result.
struct IdentifierTable: Sendable {
  private static let seed = UInt64.random(in: .min ... .max)
  /// The identifiers' upper bits plus one, 0 for an empty place, and the number of their block.
  private var keys: [UInt64]
  private var blocks: [UInt32]
  private var blockCount = 0
  private var numbers = NarrowNumbers()

  init() {
    keys = [0, 0, 0, 0]
    blocks = [0, 0, 0, 0]
  }

  subscript(identifier: UInt64) -> Int? {
    @inline(__always)
    get {
      let key = identifier >> 6 + 1
      var place = home(of: key)
      while keys[place] != key {
        if keys[place] == 0 { return nil }
        place = (place + 1) & (keys.count - 1)
      }
      let number = numbers[Int(blocks[place]) * 64 + Int(identifier & 63)]
      return number == NarrowNumbers.none ? nil : Int(number)
    }
  }

  /// Sets the number of `identifier`; at most 2³² - 1 are told apart, for which no memory is large enough.
  mutating func set(_ identifier: UInt64, to number: Int) {
    numbers[block(of: identifier >> 6 + 1) * 64 + Int(identifier & 63)] = UInt32(clamping: number)
  }

  /// Replaces each number by the result of `transform` for it.
  mutating func remap(_ transform: (Int) -> Int) {
    for index in 0..<numbers.count where numbers[index] != NarrowNumbers.none {
      numbers[index] = UInt32(clamping: transform(Int(numbers[index])))
    }
  }

  private mutating func block(of key: UInt64) -> Int {
    if (blockCount + 1) * 4 > keys.count * 3 { grow() }
    let place = place(of: key)
    if keys[place] == 0 {
      keys[place] = key
      blocks[place] = UInt32(clamping: blockCount)
      blockCount += 1
      for _ in 0..<64 { numbers.append(NarrowNumbers.none) }
    }
    return Int(blocks[place])
  }

  private mutating func grow() {
    let old = zip(keys, blocks)
    keys = [UInt64](repeating: 0, count: keys.count * 2)
    blocks = [UInt32](repeating: 0, count: keys.count)
    for (key, block) in old where key != 0 {
      let place = place(of: key)
      keys[place] = key
      blocks[place] = block
    }
  }

  /// Where `key` is, or where it would be put.
  private func place(of key: UInt64) -> Int {
    var place = home(of: key)
    while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    return place
  }

  @inline(__always)
  private func home(of key: UInt64) -> Int {
    var hash = key ^ Self.seed
    hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
    hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
    return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (keys.count - 1)
  }
}
