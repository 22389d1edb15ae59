/// A row in which two libraries disagree about what arrived: it measures nothing.
struct ChecksumMismatch: Error, CustomStringConvertible {
  let description: String
}

/// Times rows: the libraries take turns within a round, so that what disturbs the machine disturbs all of them.
///
/// Prints a line for each row and library: row, library, checksum, nanoseconds a unit of each round; tabs between.
func printTimes(of contestants: [Contestant], rows: [Row], rounds: Int) throws(ChecksumMismatch) {
  for row in rows {
    let racers = contestants.compactMap { contestant in contestant[row].map { (contestant.name, $0()) } }
    guard let (first, workload) = racers.first else { continue }
    let checksum = workload(row.count)
    let clock: Clock = row.usesThreads ? .wall : .thread
    for (name, workload) in racers.dropFirst() {
      let other = workload(row.count)
      guard other == checksum else {
        throw ChecksumMismatch(description: "\(row.name): \(first) sums to \(checksum), \(name) to \(other)")
      }
    }
    var times = Array(repeating: [Double](), count: racers.count)
    for _ in 0..<rounds {
      for (index, racer) in racers.enumerated() {
        let start = clock.now
        let sum = racer.1(row.count)
        times[index].append((clock.now - start) / Double(row.count))
        guard sum == checksum else {
          throw ChecksumMismatch(description: "\(row.name): \(racer.0) sums to \(sum) in another round")
        }
      }
    }
    for (racer, times) in zip(racers, times) {
      print(([row.name, racer.0, "\(checksum)"] + times.map { "\($0)" }).joined(separator: "\t"))
    }
  }
}
