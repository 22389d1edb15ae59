package import TraceFormat

/// Replays go on being filled after their only reader has left.
///
/// A registry has a buffer for each reader, and keeps it when the reader goes. A replay for whoever comes
/// late is no such buffer: it is one, and somebody comes.
package struct KeptForNobody: Finding {
  package static let check = "kept-for-nobody"
  private static let few = 3
  private static let fewestValues: UInt64 = 8

  package static let description = RuleDescription(
    ofCheck: check, title: "keeps values for nobody",
    claim: """
      Several replays of a line have lost their only subscriber. Values still come, and each of them \
      keeps them all.
      """,
    needs: """
      Several subjects or relays of a line that keep all their values.
      Each had one subscriber, which left, and nobody has come since.
      Many values were sent to each after that. Nothing was lost.
      """,
    excuses: """
      A replay that somebody reads again, or that more than one has read.
      One or two: a log may wait for its next reader.
      One that has ended, or keeps a limited number of values.
      """,
    thresholds: [
      .count("fewest replays", few, "One or two may wait for their next reader."),
      .count("fewest values for each", Int(fewestValues), "Fewer may have been on their way."),
    ],
    faulty: .program(
      "Field/Faulty/AbandonedEventBuffers",
      "A client makes a buffer for each reader and fills it for ever, also after the reader has left."),
    healthy: .program(
      "Healthy/NightlyLogs",
      "The logs of four machines are kept while nobody watches, and read in the morning."))

  package let site: Site
  package let name: String
  /// The subscribers that left.
  package let lives: [Int]
  /// How many of the line there were.
  private let all: Int
  private let fewest: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [KeptForNobody] {
    // With losses, a subscriber may be what is missing.
    guard forest.lostRanges.isEmpty, !forest.unheard.isEmpty else { return [] }
    var places: [Int: Int] = [:]
    var lines: [(all: Int, left: [(member: Life, count: UInt64)])] = []
    for source in forest.hotSources {
      guard let first = source.members.first.map({ forest.lives[$0] }), first.traits.contains(.buffers) else {
        continue
      }
      let place = places[first.entryIndex] ?? lines.count
      if place == lines.count {
        places[first.entryIndex] = place
        lines.append((0, []))
      }
      lines[place].all += 1
      guard source.members.count == 1, !first.isAlive, let unheard = source.unheard(in: forest),
        !unheard.hasEnded, unheard.count >= fewestValues
      else { continue }
      lines[place].left.append((first, unheard.count))
    }
    return lines.filter { $0.left.count >= few }
      .map { line in
        let first = line.left[0].member
        return KeptForNobody(
          site: first.site, name: first.name, lives: line.left.map(\.member.number).sorted(), all: line.all,
          fewest: line.left.map(\.count).min() ?? 0)
      }
      .sorted { $0.lives[0] < $1.lives[0] }
  }

  package var sentence: Sentence {
    "\(count: lives.count) of \(count: all) have lost their only subscriber and keep all that still comes: at least \(fewest, "value") each so far"
  }

  package static func summary(_ findings: [KeptForNobody]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "replay") that keep all values for nobody"
  }
}
