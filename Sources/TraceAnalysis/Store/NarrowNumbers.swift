/// Numbers by index, or none: of each 128 neighbours in as few bytes as these need, for what is said of every
/// life is mostly near to what is said of the next.
struct NarrowNumbers: Sendable {
  /// Stands for no number.
  static let none = UInt32.max
  private static let shift = 7
  private static let size = 1 << shift

  /// A number is `base` and its code less one; the code 0 is none.
  private struct Page: Sendable {
    var bytes: ContiguousArray<UInt8> = []
    var base: UInt32 = 0
    /// Of a code, in bytes: 0 where there are no numbers, 1, 2 or 4.
    var width: UInt8 = 0

    @inline(__always)
    var largestCode: UInt64 { width == 0 ? 0 : UInt64.max >> (64 - UInt64(width) * 8) }

    @inline(__always)
    subscript(place: Int) -> UInt32 {
      get {
        switch width {
        case 0: 0
        case 1: UInt32(bytes[place])
        default: wideCode(place)
        }
      }
      set {
        switch width {
        case 0: break
        case 1: bytes[place] = UInt8(truncatingIfNeeded: newValue)
        default: setWide(place, newValue)
        }
      }
    }

    private func wideCode(_ place: Int) -> UInt32 {
      bytes.withUnsafeBytes { bytes in
        width == 2
          ? UInt32(bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))
          : bytes.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
      }
    }

    private mutating func setWide(_ place: Int, _ code: UInt32) {
      let width = width
      bytes.withUnsafeMutableBytes { bytes in
        if width == 2 {
          bytes.storeBytes(of: UInt16(truncatingIfNeeded: code), toByteOffset: place * 2, as: UInt16.self)
        } else {
          bytes.storeBytes(of: code, toByteOffset: place * 4, as: UInt32.self)
        }
      }
    }

    /// Makes room for `number`, with as much to spare below as above.
    mutating func widen(for number: UInt32) {
      let (old, oldBase) = (self, base)
      var (least, most) = (number, number)
      for place in 0..<NarrowNumbers.size where old[place] != 0 {
        least = min(least, oldBase &+ old[place] &- 1)
        most = max(most, oldBase &+ old[place] &- 1)
      }
      let span = UInt64(most - least) + 1
      width = span <= 0xff ? 1 : span <= 0xffff ? 2 : 4
      let spare = (largestCode - span) / 2
      base = width == 4 ? 0 : UInt32(UInt64(least) - min(UInt64(least), spare))
      bytes = ContiguousArray(repeating: 0, count: NarrowNumbers.size * Int(width))
      for place in 0..<NarrowNumbers.size where old[place] != 0 {
        self[place] = oldBase &+ old[place] &- base
      }
    }
  }

  private(set) var count = 0
  private var pages: ContiguousArray<Page> = []

  init() {}

  /// `count` times `number`.
  init(repeating number: UInt32, count: Int) {
    self.count = count
    var page = Page()
    page.widen(for: number)
    for place in 0..<Self.size { page[place] = number &- page.base &+ 1 }
    pages = ContiguousArray(repeating: page, count: (count + Self.size - 1) / Self.size)
  }

  /// There are none yet.
  init(count: Int) {
    self.count = count
    pages = ContiguousArray(repeating: Page(), count: (count + Self.size - 1) / Self.size)
  }

  subscript(index: Int) -> UInt32 {
    @inline(__always) get {
      let page = index >> Self.shift
      let code = pages[page][index & (Self.size - 1)]
      return code == 0 ? Self.none : pages[page].base &+ code &- 1
    }
    set {
      let (page, place) = (index >> Self.shift, index & (Self.size - 1))
      guard newValue != Self.none else { return pages[page][place] = 0 }
      if newValue < pages[page].base || UInt64(newValue - pages[page].base) >= pages[page].largestCode {
        pages[page].widen(for: newValue)
      }
      pages[page][place] = newValue &- pages[page].base &+ 1
    }
  }

  mutating func append(_ number: UInt32) {
    if count & (Self.size - 1) == 0 { pages.append(Page()) }
    count += 1
    if number != Self.none { self[count - 1] = number }
  }

  /// How much memory they take.
  var byteCount: Int {
    pages.reduce(pages.count * MemoryLayout<Page>.stride) { $0 + $1.bytes.count }
  }
}
