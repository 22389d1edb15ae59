package import TraceAnalysis

/// The lines above a drawing: the program that was traced, and the subscriptions that were alive at its end.
package struct Heading {
  enum Part { case title, census }

  let trace: AnalyzedTrace
  let pen: Pen

  init(_ trace: AnalyzedTrace, _ pen: Pen) {
    self.trace = trace
    self.pen = pen
  }

  /// The title's line, and the one that counts what is alive. `hidesFinished` names the option that shows it.
  func lines(with part: Part, hidesFinished: Bool) -> [Line] {
    part == .title ? title : title + census(hidesFinished: hidesFinished)
  }

  var title: [Line] {
    let forest = trace.forest
    if forest.isSnapshot {
      return pen.flow([
        name, pen("snapshot"), pen("\(plural(forest.lives.count, "subscription")) alive"), selected,
      ])
    }
    return pen.flow([
      name, length, pen(plural(forest.events, "event")), pen(plural(forest.lives.count, "subscription")),
      lost, withoutValues, selected,
    ])
  }

  /// The note that the recording was asked to leave values out.
  var withoutValues: Line { trace.forest.knowsValues ? Line() : pen("values not recorded", .doubt) }

  /// The same for an answer that has no heading.
  package static func withoutValues(_ file: String) -> String {
    "\(file): values were not recorded, so that verdicts are less certain"
  }

  /// `not recorded: events of 2 other threads after the end`. Nil where no other thread was there, or where
  /// no leak is listed that such a thread may have ended.
  package static func afterEnd(_ trace: AnalyzedTrace) -> String? {
    let threads = trace.forest.threadsAtEnd
    guard threads > 0, trace.listedLeaks.contains(where: { $0.leak.members.contains { isYoung($0, trace) } })
    else { return nil }
    return "not recorded: events of \(plural(threads, "other thread")) after the end"
  }

  /// Whether a subscription lives, and its end became due so late that another thread may have been about to
  /// end it.
  private static func isYoung(_ number: Int, _ trace: AnalyzedTrace) -> Bool {
    let forest = trace.forest
    guard let life = forest[number], life.isAlive else { return false }
    let gone = life.downstream?.endedAt ?? 0
    let due = max(life.subscribedAt, life.handleReleasedAt ?? 0, gone)
    return forest.ended - min(forest.ended, due) < max(trace.verdicts.settle, longestWay)
  }

  /// 500 ms. An end that is due takes no longer to come.
  private static let longestWay: UInt64 = 500_000_000

  /// `asked for 3 of 40`, where not all subscriptions are.
  var selected: Line {
    trace.selection.map { pen("asked for \($0.count) of \(trace.forest.lives.count)") } ?? Line()
  }

  /// `feedd  pid 4711`.
  var name: Line {
    pen(trace.program, .bold, limit: 40) + (trace.processID.map { pen("  pid \($0)") } ?? Line())
  }

  var length: Line { pen(TimeUnit(for: trace.length).named(trace.length)) }
  var lost: Line { pen(Self.lost(trace.forest), trace.forest.lostRanges.isEmpty ? .plain : .doubt) }

  /// `0 lost`, or `12+ lost` where it may be more.
  static func lost(_ forest: Forest) -> String { "\(forest.lost)\(forest.lostMayBeMore ? "+" : "") lost" }

  private func census(hidesFinished: Bool) -> [Line] {
    if trace.forest.isSnapshot { return [] }
    let counts = trace.counts
    let hint = hidesFinished && counts.finished > 0 ? ": --all" : ""
    return pen.flow(
      [
        pen("alive at the end \(counts.alive)" + (counts.alive > 0 ? ":" : "")),
        counted(counts.leakedAndAlive, "leaked", .leak) + (counts.leakedAndAlive > 0 ? groups : Line()),
        counted(counts.open, "open", .open) + suspects, counted(counts.longLived, "long-lived", .longLived),
        counted(counts.unknown, "unknown", .doubt),
        counted(counts.leakedAndEnded, "leaked, ended since", .leak)
          + (counts.leakedAndAlive > 0 ? Line() : groups),
        counts.finished == 0 ? Line() : pen("  finished \(counts.finished)" + hint, .dim),
      ])
  }

  private func counted(_ count: Int, _ word: String, _ mark: VerdictMark) -> Line {
    count == 0 ? Line() : pen("\(count) \(word) \(mark.sign)", mark.ink)
  }

  /// ` (1 suspect)`.
  private var suspects: Line {
    let count = trace.listedLeaks.count { !$0.isProven }
    return count == 0 ? Line() : pen(" (\(plural(count, "suspect")))", .doubt)
  }

  /// ` (2 groups A, B)`.
  private var groups: Line {
    let letters = trace.listedLeaks.filter(\.isProven).map(\.letter)
    let count = letters.count
    guard count > 0 else { return Line() }
    let names = count > 4 ? letters[0] + " … " + letters[count - 1] : letters.joined(separator: ", ")
    return pen(" (\(plural(count, "group")) \(names))")
  }
}
