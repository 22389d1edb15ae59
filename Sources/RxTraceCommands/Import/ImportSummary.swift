import TraceImport

/// The lines about an import when it is done.
struct ImportSummary {
  let tally: ImportTally
  let destination: String
  let size: Int

  func say(quiet: Bool) {
    if !quiet { Output.note(summary) }
    for warning in warnings { Output.note(warning) }
  }

  var summary: String {
    let range = tally.timeRange ?? 0...0
    let milliseconds = (range.upperBound - range.lowerBound) / 1_000_000
    let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
    let process = tally.process.map { "  process \($0)" } ?? ""
    return
      "\(destination.shellWord)\(process)  \(tally.events) events  \(tally.subscriptions) subscriptions  "
      + "\(milliseconds / 1000).\(fraction) s  \(ByteCount(bytes: UInt64(size)))  \(tally.lost) lost"
  }

  var warnings: [String] {
    var warnings: [String] = []
    if tally.lost > 0 {
      let events = tally.lost == 1 ? "1 event" : "\(tally.lost) events"
      let less =
        tally.isOfRuntime ? "probes/tasks.bt prints no streams" : "probes/lifecycle.bt prints no values"
      warnings.append(
        "the tracer lost \(events): nothing is known about that time; \(less), and so keeps up with more")
    }
    if let first = tally.firstDamaged {
      warnings.append(
        "\(tally.damaged) \(tally.damaged == 1 ? "line was" : "lines were") not understood and left out; "
          + "the first is line \(first)")
    }
    for (process, count) in tally.others.sorted(by: { $0.key < $1.key }) {
      warnings.append(
        process == 0
          ? "left out: \(count) events of other processes"
          : "left out: \(count) events of process \(process); import them with --pid \(process)")
    }
    return warnings
  }
}
