package import TraceFormat

/// A source makes many signals that have begun already, and most of them are never subscribed to.
///
/// Requests that go out as they are made, in front of `concat`: the third answer ends it, and four hundred
/// have been asked for. A `deferred` around each begins it when its turn has come.
package struct BegunInVain: Finding {
  package static let check = "begun-in-vain"
  private static let few: UInt64 = 100
  private static let factor: UInt64 = 10
  private static let fewestBegun = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "makes signals that nobody subscribes to",
    claim: """
      A source makes many signals for an operator that takes one after the other, and the operator ends \
      before most of them have had their turn. They do not wait for a subscriber: each has begun already.
      """,
    needs: """
      A queue of signals, such as `concat`, that was disposed, and not as the program ended.
      Very many signals that had come and were not begun, and only a few that were.
      Each signal that was begun is a subject of its own. Values are recorded, and nothing was lost.
      """,
    excuses: """
      Signals that begin their work for a subscriber.
      Signals that lead to one subject.
      """,
    thresholds: [
      .count("fewest that never had their turn", few, "A few requests ahead may be meant."),
      .times("for each that had", factor, "Else most of the work was used."),
    ],
    faulty: .program(
      "Field/Faulty/TasksFromServer",
      "All pages of a server are asked for at once, and the third answer is the last that is needed."),
    healthy: .mended(
      "Field/Faulty/TasksFromServer",
      "A page is asked for as the page before has come."))

  /// Where the signals are made.
  package let site: Site
  package let name: String
  package let lives: [Int]
  /// The operator that takes them, how many came, and how many of them it began.
  package let queue: Site
  package let arrived: UInt64
  package let begun: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [BegunInVain] {
    // With losses, a signal that was begun may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.isSuperset(of: [.flattens, .buffers]) })) {
      !$0.wasAliveBefore && $0.isDisposed && !$0.hasEnding
    }
    .compactMap { lives in lives.compactMap { Self($0, forest) }.max { $0.waiting < $1.waiting } }
  }

  private init?(_ life: Life, _ forest: Forest) {
    let inner = life.upstreams.filter { $0.role.kind == .inner }
    guard let source = life.firstSource, inner.count >= Self.fewestBegun,
      source.values >= Self.few + UInt64(inner.count), !forest.isPutAway(life)
    else { return nil }
    let subjects = Set(inner.compactMap { forest.hotOrigin(of: $0)?.hotSource })
    guard subjects.count == inner.count else { return nil }
    site = source.site
    name = source.name
    lives = [source.number]
    queue = life.site
    arrived = source.values
    begun = inner.count
    guard waiting >= Self.factor * UInt64(begun) else { return nil }
  }

  /// How many were never subscribed to.
  package var waiting: UInt64 { arrived - min(arrived, UInt64(begun)) }

  package var sentence: Sentence {
    "\(count: waiting) of its \(arrived, "signal") were never subscribed to: \(site: queue) ended before their turn; the \(begun, "signal") before them are subjects, which wait for no subscriber"
  }

  package static func summary(_ findings: [BegunInVain]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.waiting }, "signal") that nobody subscribed to"
  }
}
