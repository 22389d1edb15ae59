internal import CBench

/// Figures that repeat exactly are taken as the difference of two runs: so work that is done once does not count.
enum Difference {
  /// Units of the smaller and of the larger run.
  static func sizes(of row: Row) -> (small: Int, large: Int) {
    (1000.rounded(upToMultipleOf: row.grain), 5000.rounded(upToMultipleOf: row.grain))
  }

  /// Runs a workload so often that what it does only once has been done.
  static func warmUp(_ workload: Contestant.Workload, _ row: Row) {
    _ = workload(sizes(of: row).large)
    _ = workload(sizes(of: row).small)
  }
}

extension Int {
  fileprivate func rounded(upToMultipleOf grain: Int) -> Int { (self + grain - 1) / grain * grain }
}

/// Prints row, library, blocks and bytes that a unit allocates. Needs the allocation counter.
func printAllocations(of contestants: [Contestant], rows: [Row]) {
  for row in rows {
    let (small, large) = Difference.sizes(of: row)
    for contestant in contestants {
      guard let workload = contestant[row]?() else { continue }
      Difference.warmUp(workload, row)
      let start = bench_allocations_so_far()
      _ = workload(small)
      let middle = bench_allocations_so_far()
      _ = workload(large)
      let end = bench_allocations_so_far()
      let units = Double(large - small)
      let blocks = Double((end.blocks - middle.blocks) - (middle.blocks - start.blocks)) / units
      let bytes = Double((end.bytes - middle.bytes) - (middle.bytes - start.bytes)) / units
      print([row.name, contestant.name, "\(blocks)", "\(bytes)"].joined(separator: "\t"))
    }
  }
}

/// Runs each row three times with marks between, for callgrind: to warm up, few units, many units. Prints row and library.
func runBetweenMarks(_ contestants: [Contestant], rows: [Row]) {
  for row in rows {
    let (small, large) = Difference.sizes(of: row)
    for contestant in contestants {
      guard let workload = contestant[row]?() else { continue }
      Difference.warmUp(workload, row)
      bench_mark()
      _ = workload(small)
      bench_mark()
      _ = workload(large)
      bench_mark()
      print("\(row.name)\t\(contestant.name)")
    }
  }
}
