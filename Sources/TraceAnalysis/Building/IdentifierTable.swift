/// Identifiers of the traced program → small indices. Open addressing; about 40 bytes an entry.
///
/// The keys come from an untrusted file, so their places depend on a seed drawn in each process: no file
/// can be made to collide. The seed never shows in a result.
struct IdentifierTable: Sendable {
  private static let seed = UInt64.random(in: .min ... .max)

  private var keys: [UInt64]
  private var indices: [UInt32]
  private(set) var count = 0
  /// What stands for "empty": the key 0 has a place of its own.
  private var zero: UInt32?

  init() {
    keys = [UInt64](repeating: 0, count: 16)
    indices = [UInt32](repeating: 0, count: 16)
  }

  subscript(key: UInt64) -> Int? {
    @inline(__always)
    get {
      guard key != 0 else { return zero.map(Int.init) }
      var place = home(of: key)
      while true {
        if keys[place] == key { return Int(indices[place]) }
        if keys[place] == 0 { return nil }
        place = (place + 1) & (keys.count - 1)
      }
    }
  }

  /// Sets the index of `key`; at most 2³² - 1 are told apart, which takes more memory than there is.
  mutating func set(_ key: UInt64, to index: Int) {
    let index = UInt32(clamping: index)
    guard key != 0 else {
      zero = index
      return
    }
    if (count + 1) * 4 > keys.count * 3 { grow() }
    var place = home(of: key)
    while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    if keys[place] == 0 { count += 1 }
    keys[place] = key
    indices[place] = index
  }

  /// Replaces each index by what `transform` makes of it.
  mutating func remap(_ transform: (Int) -> Int) {
    zero = zero.map { UInt32(clamping: transform(Int($0))) }
    for place in keys.indices where keys[place] != 0 {
      indices[place] = UInt32(clamping: transform(Int(indices[place])))
    }
  }

  private mutating func grow() {
    let (oldKeys, oldIndices) = (keys, indices)
    keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
    indices = [UInt32](repeating: 0, count: oldKeys.count * 2)
    count = 0
    for (key, index) in zip(oldKeys, oldIndices) where key != 0 { set(key, to: Int(index)) }
  }

  @inline(__always)
  private func home(of key: UInt64) -> Int {
    var hash = key ^ Self.seed
    hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
    hash = (hash ^ (hash >> 32)) &* 0xd6e8_feb8_6659_fd93
    return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (keys.count - 1)
  }
}
