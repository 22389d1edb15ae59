import Testing

@testable import TraceAnalysis

/// Numbers by index in few bytes are the numbers that were put there.
struct NarrowNumbersTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `What is set is read again, however near or far it is`(seed: UInt64) {
    var state = seed
    func below(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    func number(_ index: Int) -> UInt32 {
      switch below(12) {
      case 0: NarrowNumbers.none
      case 1 where index > 700: UInt32(below(1 << 32 - 1))
      case 2 where index > 300: UInt32(index) + UInt32(below(5000))
      default: UInt32(index) + UInt32(below(40))
      }
    }
    var plain: [UInt32] = []
    var narrow = NarrowNumbers()
    for index in 0..<1000 {
      plain.append(number(index))
      narrow.append(plain[index])
      // Before the end some come back.
      let older = Int(below(UInt64(index + 1)))
      plain[older] = number(older)
      narrow[older] = plain[older]
    }
    #expect(narrow.count == plain.count)
    #expect((0..<plain.count).map { narrow[$0] } == plain)
  }

  @Test func `The smallest and the largest have their places, and are not none`() {
    var numbers = NarrowNumbers(count: 3)
    #expect(numbers[1] == NarrowNumbers.none)
    numbers[0] = .max - 1
    numbers[1] = 0
    #expect(numbers[0] == UInt32.max - 1)
    #expect(numbers[1] == 0)
    #expect(numbers[2] == NarrowNumbers.none)
    numbers[0] = NarrowNumbers.none
    #expect(numbers[0] == NarrowNumbers.none)
  }

  @Test func `Neighbours that are near take a byte each, and none take nothing`() {
    var near = NarrowNumbers()
    for index in 0..<12_800 { near.append(UInt32(1_000_000 + index / 3 * 2)) }
    #expect(near.byteCount < 12_800 * 5 / 4)
    #expect(NarrowNumbers(count: 12_800).byteCount < 12_800 / 4)
  }

  @Test func `So many of one are that one until they are set`() {
    var zeros = NarrowNumbers(repeating: 0, count: 300)
    zeros[200] = 7
    #expect((0..<300).map { zeros[$0] } == (0..<300).map { $0 == 200 ? 7 : 0 })
  }
}
