/// The times that several processes measured for one row of one library.
struct Samples: Equatable {
  /// Nanoseconds a unit: one list for each process, one number for each round.
  private(set) var processes: [[Double]] = []

  mutating func add(_ rounds: [Double]) { processes.append(rounds) }

  /// The least of all rounds: the time of the code when nothing disturbs it.
  var least: Double { processes.joined().min() ?? .nan }
  /// The median of all rounds.
  var median: Double { Array(processes.joined()).median }
  /// The least of each process.
  var leastOfProcesses: [Double] { processes.compactMap { $0.min() } }
}

extension [Double] {
  /// The middle of the sorted numbers, or of the two in the middle; not a number if there are none.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

/// Names a row of one library.
struct Entry: Hashable {
  let row: String
  let library: String
}
