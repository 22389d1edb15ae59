import Glibc
import Testing

/// Every operator keeps the contract, in every way in which it can be used and can end.
///
/// One row after the other: recordings are of the whole process, and threads want the processors for themselves.
@Suite(.serialized) struct ContractTests {
  @Test(arguments: OperatorTable.rows) func `an operator keeps the contract`(row: OperatorRow) throws {
    report(try ContractMachine.problems(of: row))
  }

  /// With `RXTRACE_THOROUGH` two thousand.
  static let rounds = getenv("RXTRACE_THOROUGH") == nil ? 256 : 2048
  static let amongThreads = OperatorTable.rows.filter { $0.sources > 0 }

  @Test(arguments: amongThreads) func `an operator keeps the contract among threads`(row: OperatorRow) throws
  {
    let trial = ThreadTrial(row: row)
    report(trial.run(rounds: Self.rounds) + (try trial.runTraced(rounds: 16)))
  }

  private func report(_ problems: [String]) {
    if problems.isEmpty { return }
    Issue.record("\(problems.count) problems, first:\n\(problems.prefix(20).joined(separator: "\n"))")
  }
}
