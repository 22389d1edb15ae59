import Glibc

/// Random numbers that are the same for the same seed (Steele, Lea and Flood's generator).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  /// The seed of a loop over random input: `RXTRACE_SEED`, or 1. The loop names it where it fails.
  package static let seedOfRun = getenv("RXTRACE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
