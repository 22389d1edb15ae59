import SignalTracing
import Signals
import Testing
import TraceFormat

/// What a recording has of each operator stands where the program called it.
///
/// One row after the other: recordings are of the whole process.
@Suite(.serialized) struct OperatorTreeTests {
  @Test func `what an operator is made of stands in the file of the program that called it`() throws {
    let rows = OperatorTable.rows
    // Each source sends 1, then 2, and all complete.
    let (records, thread) = try Traced.recording {
      for row in rows {
        Trace.mark("row")
        _ = Play(kind: .subject, script: Script.completing(row.sources)).run(row)
      }
    }
    var plays = 0
    for record in records where record.thread == thread {
      switch record.event {
      case .mark: plays += 1
      case .subscribed(_, _, _, let site):
        #expect(
          site.file.hasPrefix("SignalsTests/"),
          "\(rows[plays - 1].declarations[0]): \(site.operatorName) at \(site.file):\(site.line)")
      default: break
      }
    }
    #expect(plays == rows.count)
  }
}
