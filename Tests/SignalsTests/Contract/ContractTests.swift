import Testing

/// Every operator keeps the contract, in every way in which it can be used and can end.
@Suite struct ContractTests {
  @Test(arguments: OperatorTable.rows) func `an operator keeps the contract`(row: OperatorRow) throws {
    let problems = try ContractMachine.problems(of: row)
    if !problems.isEmpty {
      Issue.record("\(problems.count) problems, first:\n\(problems.prefix(100).joined(separator: "\n"))")
    }
  }
}
