import SignalTracing
import Synchronization
import TraceFormat

/// Takes a row through every play and says what is wrong, a line each.
enum ContractMachine {
  static func problems(of row: OperatorRow) throws -> [String] {
    let plays = Play.all(of: row)
    let results = Mutex<[(problems: [String], outcome: Play.Outcome)]>([])
    let (records, thread) = try Traced.recording {
      for play in plays {
        Trace.mark("play")
        let result = play.run(row)
        results.withLock { $0.append(result) }
      }
    }
    let played = results.withLock { $0 }
    let traces = PlayTrace.split(records, of: thread)
    guard traces.count == plays.count else { return ["\(plays.count) plays have \(traces.count) traces"] }
    var lines: [String] = []
    for ((problems, outcome), trace) in zip(played, traces) {
      let all = problems + trace.problems(row, outcome)
      lines += all.map { "\(row.testDescription): \(outcome.play): \($0)" }
    }
    return lines + idleProblems(row, played.map(\.outcome))
  }

  /// What never happened in any play, so that nothing was tried out.
  private static func idleProblems(_ row: OperatorRow, _ outcomes: [Play.Outcome]) -> [String] {
    var lines: [String] = []
    for closure in row.closures
    where !outcomes.contains(where: { $0.hasThrown && $0.play.fault?.closure == closure }) {
      lines.append("\(row.testDescription): the closure \(closure) was never called")
    }
    if outcomes.contains(where: \.hasValues) == row.traits.contains(.sendsNothing) {
      lines.append("\(row.testDescription): no value ever came, or one that was not to come")
    }
    return lines
  }
}
