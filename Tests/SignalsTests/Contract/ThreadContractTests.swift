import Glibc
import Testing

/// Every operator keeps the contract among threads that send to it, end it and dispose it at once.
@Suite struct ThreadContractTests {
  /// A few hundred rounds; with `RXTRACE_THOROUGH` some thousands.
  static let rounds = getenv("RXTRACE_THOROUGH") == nil ? 128 : 8192
  static let rows = OperatorTable.rows.filter { $0.sources > 0 }

  @Test(arguments: rows) func `an operator keeps the contract among threads`(row: OperatorRow) throws {
    let trial = ThreadTrial(row: row)
    let problems = trial.run(rounds: Self.rounds) + (try trial.runTraced(rounds: 16))
    if !problems.isEmpty {
      Issue.record("\(problems.count) problems, first:\n\(problems.prefix(20).joined(separator: "\n"))")
    }
  }
}
