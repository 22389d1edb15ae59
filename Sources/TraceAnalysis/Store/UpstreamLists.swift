/// For each life, by index, what was made for its sake: numbers, ascending.
struct UpstreamLists: Sendable {
  /// Where the list of each begins, and where that of the last ends.
  private var starts = LifeIndices([0])
  private var numbers = LifeIndices()

  init() {}

  init(_ lives: LifeRows) {
    var counts = LifeIndices(zeros: lives.count)
    for index in lives.indices {
      if let downstream = lives.downstream(of: index) { counts[downstream - 1] += 1 }
    }
    // Where the next number goes: one place further.
    var sum = 0
    for count in counts {
      starts.append(sum)
      sum += count
    }
    starts.append(sum)
    numbers = LifeIndices(unset: sum)
    for index in lives.indices {
      guard let downstream = lives.downstream(of: index) else { continue }
      numbers[starts[downstream]] = index + 1
      starts[downstream] += 1
    }
  }

  subscript(index: Int) -> LifeNumbers { LifeNumbers(numbers, starts[index]..<starts[index + 1]) }

  /// How much memory they take.
  var byteCount: Int { starts.byteCount + numbers.byteCount }
}
