/// For each life, by index, what was made for its sake: numbers, ascending.
struct UpstreamLists: Sendable {
  /// Where the list of each begins, and where that of the last ends.
  private var starts: [UInt32] = [0]
  private var numbers: [UInt32] = []

  init() {}

  init(_ lives: LifeRows) {
    // Counts first, two places further; then where the next number goes, one place further.
    starts = Array(repeating: 0, count: lives.count + 2)
    for index in lives.indices {
      if let downstream = lives.downstream(of: index) { starts[downstream + 1] += 1 }
    }
    for place in starts.indices.dropFirst() { starts[place] += starts[place - 1] }
    numbers = Array(repeating: 0, count: Int(starts[starts.count - 1]))
    for index in lives.indices {
      guard let downstream = lives.downstream(of: index) else { continue }
      numbers[Int(starts[downstream])] = UInt32(clamping: index + 1)
      starts[downstream] += 1
    }
  }

  subscript(index: Int) -> ArraySlice<UInt32> { numbers[Int(starts[index])..<Int(starts[index + 1])] }
}
