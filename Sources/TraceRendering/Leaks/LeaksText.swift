import TraceAnalysis

/// What should have ended and did not: a summary, then a section for each leak with the way from its root to
/// what keeps it alive, the link that failed, and what would repair it.
public struct LeaksText: Renderer {
  /// The most leaks to describe; nil for all. The summary lists the others.
  public var limit: Int?
  /// Draw every step of a long way.
  public var showsWholePath: Bool
  public var page: Page

  public init(limit: Int? = nil, showsWholePath: Bool = false, on page: Page = Page()) {
    self.limit = limit
    self.showsWholePath = showsWholePath
    self.page = page
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    for line in title(trace, pen) { line.write(on: page, to: &out) }
    let leaks = trace.verdicts.leaks
    if !leaks.isEmpty {
      Line().write(on: page, to: &out)
      summary(trace, pen).write(with: pen, to: &out)
    }
    for line in remarks(trace, pen) { line.write(on: page, to: &out) }
    let checks = CheckTable(trace, pen, skipsAbsorbed: true)
    if !checks.isEmpty {
      Line().write(on: page, to: &out)
      checks.write(to: &out)
    }
    let words = LeakWords(trace)
    for index in leaks.indices.prefix(limit ?? .max) {
      Line().write(on: page, to: &out)
      LeakSection(index, words, pen, showsWholePath: showsWholePath).write(to: &out)
    }
    if let limit, leaks.count > limit {
      Line().write(on: page, to: &out)
      pen("… \(plural(leaks.count - limit, "more leak")), listed above", .dim).write(on: page, to: &out)
    }
  }

  /// `2 leaks, 11 subscriptions     feedd  pid 4711  12.000 s  0 events lost`.
  private func title(_ trace: AnalyzedTrace, _ pen: Pen) -> [Line] {
    let heading = Heading(trace, pen)
    let count = trace.verdicts.leaks.count
    let members = plural(trace.verdicts.counts.leaked, "subscription")
    let result = count == 0 ? pen("no leaks", .bold) : pen("\(plural(count, "leak")), \(members)", .leak)
    let lost = trace.forest.lost
    return pen.flow([
      result, pen.spaces(1) + heading.name, heading.length,
      pen(
        trace.forest.lostMayBeMore ? "\(lost)+ events lost" : "\(plural(lost, "event")) lost",
        trace.forest.lostRanges.isEmpty ? .plain : .doubt),
    ])
  }

  private func summary(_ trace: AnalyzedTrace, _ pen: Pen) -> Table {
    let places = Places(trace.forest)
    var table = Table(columns: [
      Column("", gap: 0), Column(""), Column("", alignsRight: true), Column("", gap: 1, isOptional: true),
      Column("", hasLastResort: true), Column("", least: 16, isOptional: true), Column("", isOptional: true),
    ])
    for (index, leak) in trace.verdicts.leaks.enumerated() {
      let ink = LeakWords.ink(of: leak.confidence)
      table.add([
        Cell(pen("LEAK " + letter(ofLeak: index), ink)), Cell(pen(leak.confidence.name, ink)),
        Cell(pen("\(leak.members.count)")),
        Cell(pen(leak.members.count == 1 ? "subscription" : "subscriptions")),
        pen.cell(leak.site, .plain, places, isNeeded: true), Cell(pen(LeakWords.title(of: leak))),
        Cell(pen(leak.fingerprint.description, .dim)),
      ])
    }
    return table
  }

  /// What is alive and no leak, and what a loss may hide.
  private func remarks(_ trace: AnalyzedTrace, _ pen: Pen) -> [Line] {
    let counts = trace.verdicts.counts
    var innocent: [String] = []
    if counts.open > 0 { innocent.append("\(counts.open) open (\(plural(openTrees(trace), "tree")))") }
    if counts.longLived > 0 {
      innocent.append("\(counts.longLived) long-lived (alive for the whole recording)")
    }
    if counts.finished > 0, trace.verdicts.leaks.isEmpty { innocent.append("\(counts.finished) finished") }
    var lines: [Line] = []
    if !innocent.isEmpty {
      lines += pen.wrapped(pen("not leaks: " + innocent.joined(separator: ", ")), indent: 2)
    }
    if counts.unknown > 0 {
      lines += pen.wrapped(pen("not judged: \(counts.unknown) unknown (\(doubts(trace)))", .doubt), indent: 2)
    }
    return lines
  }

  private func openTrees(_ trace: AnalyzedTrace) -> Int {
    trace.forest.lives.indices.count { index in
      guard case .open? = trace.verdicts[index + 1] else { return false }
      guard let downstream = trace.forest.lives[index].downstream else { return true }
      if case .open? = trace.verdicts[downstream] { return false }
      return true
    }
  }

  private func doubts(_ trace: AnalyzedTrace) -> String {
    var counts = [0, 0, 0]
    for number in trace.forest.lives.indices {
      switch trace.verdicts[number + 1] {
      case .unknown(.eventsLost): counts[0] += 1
      case .unknown(.aliveBefore): counts[1] += 1
      case .unknown(.beginningMissing): counts[2] += 1
      default: break
      }
    }
    return zip(counts, ["events were lost", "alive before the recording", "beginning not recorded"])
      .filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }.joined(separator: ", ")
  }
}

extension Renderer where Self == LeaksText {
  /// What should have ended and did not.
  public static func leaks(
    limit: Int? = nil, showsWholePath: Bool = false, on page: Page = Page()
  ) -> LeaksText {
    LeaksText(limit: limit, showsWholePath: showsWholePath, on: page)
  }
}
