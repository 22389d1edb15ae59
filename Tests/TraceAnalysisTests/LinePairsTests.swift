import Testing

@testable import TraceAnalysis

struct LinePairsTests {
  @Test(
    arguments: [
      ([24, 30], [24, 30], [24: 24, 30: 30], "nothing has moved"),
      ([24, 25, 26], [25, 26, 27], [24: 25, 25: 26, 26: 27], "a line above"),
      ([24, 25, 26], [25, 26, 27, 90], [24: 25, 25: 26, 26: 27], "a line above, and one more below"),
      ([24, 30], [30], [30: 30], "one is gone"), ([30], [24, 30], [30: 30], "one has come"),
      ([10, 50], [12, 30, 51], [10: 12, 50: 51], "the nearest"), ([], [3], [:], "there was none"),
    ] as [([UInt32], [UInt32], [UInt32: UInt32], String)])
  func `Lines are paired in their order, with the least movement`(
    old: [UInt32], new: [UInt32], pairs: [UInt32: UInt32], because reason: String
  ) {
    #expect(LinePairs(old, new).newer == pairs, "\(reason)")
    #expect(LinePairs(new, old).older == pairs, "\(reason)")
  }

  @Test func `Of very many lines the equal ones are paired`() {
    let (old, new) = (Array(UInt32(1)...2000), Array(UInt32(1001)...9000))
    #expect(LinePairs(old, new).newer == Dictionary(uniqueKeysWithValues: (1001...2000).map { ($0, $0) }))
  }
}
