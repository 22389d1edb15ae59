package import TraceFormat

/// A stop signal that holds its last word ends each new subscription as it begins.
///
/// The subject of a life cycle still holds "destroyed" as the view is shown again. A stop that is a state may
/// be meant for all who come later; so the values have to go on, and others have to get them.
package struct OldStop: Finding {
  package static let check = "old-stop"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "ended by an old word of its stop signal",
    claim: """
      The stop signal of an operator holds its last word and gives it to each subscriber: new \
      subscriptions end as they begin.
      """,
    needs: """
      A subscription of an operator such as `take(until:)` that had values and was ended by its stop signal.
      Several later ones of the line that listen to the same subject. It ended each of them within the \
      call that subscribed, before a value came.
      The subject gives a value to each subscriber as it comes.
      Another subscriber of the data source, which got values after the last of them had ended.
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A stop that is the end of all: the data source sends to nobody any more.
      A stop signal that had not ended one of the line before.
      """,
    thresholds: [
      .count("fewest", few, "One or two may have come too late."),
      .duration("at once", Thresholds.atOnce, "A call that subscribes is over in that time."),
    ],
    faulty: .program(
      "Field/Faulty/FragmentOnBackStack",
      "A field is bound before its new view is announced, so the end of the old view ends it."),
    healthy: .program(
      "Healthy/LateGuests",
      "A party is over for good. Late guests are sent home at once, and the band plays for nobody."))

  package let site: Site
  package let name: String
  /// The operators that ended as they began.
  package let lives: [Int]
  /// How many of the line listened to that subject.
  package let count: Int
  package let stop: Site
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [OldStop] {
    // With losses, a value may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.contains(.stops) })) { !$0.wasAliveBefore }
      .flatMap { lives -> [OldStop] in
        guard lives.count > few else { return [] }
        var byStop: [UInt64: [Life]] = [:]
        for life in lives {
          guard let stop = forest.stopSignal(of: life)?.hotSource else { continue }
          byStop[stop, default: []].append(life)
        }
        return byStop.values.compactMap { Self($0, forest) }.sorted { $0.lives[0] < $1.lives[0] }
      }
  }

  /// Of operators that listen to one subject, in the order of birth.
  private init?(_ lives: [Life], _ forest: Forest) {
    guard lives.count > Self.few, let first = lives.first(where: { $0.wasStoppedAtWork }),
      let stopped = first.endedAt, let stop = forest.stopSignal(of: first), forest.greets(stop),
      let source = first.firstSource.flatMap({ forest.hotOrigin(of: $0) }), let data = source.hotSource
    else { return nil }
    let later = lives.filter { $0.subscribedAt > stopped }
    guard later.count >= Self.few, later.allSatisfy(\.wasStoppedAsItBegan),
      let last = later.compactMap(\.endedAt).max(),
      forest.members(ofSource: data).contains(where: { forest.lives[$0].lastValueAt ?? 0 > last })
    else { return nil }
    site = first.site
    name = first.name
    self.lives = later.map(\.number)
    count = lives.count
    self.stop = stop.site
    self.source = source.site
  }

  package var sentence: Sentence {
    "ended \(count: lives.count) of \(count, "subscription") as they began: its stop signal, \(site: stop), gives its last word to each that comes; \(site: source) sent on to others"
  }

  package static func summary(_ findings: [OldStop]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") ended by an old word of a stop signal"
  }
}

extension Life {
  private var wasEndedByItsStop: Bool { hasEnding && !hasFailed && stoppedBy != nil }

  /// Whether its stop signal ended it after some values.
  fileprivate var wasStoppedAtWork: Bool {
    guard wasEndedByItsStop, values > 0, let end = endedAt else { return false }
    return end - min(end, subscribedAt) > Thresholds.atOnce
  }

  /// Whether its stop signal ended it within the call that subscribed, without a value.
  fileprivate var wasStoppedAsItBegan: Bool {
    guard wasEndedByItsStop, values == 0, let end = endedAt else { return false }
    return end - min(end, subscribedAt) < Thresholds.atOnce
  }
}

extension Forest {
  /// The subject behind the stop signal of an operator.
  fileprivate func stopSignal(of life: Life) -> Life? {
    life.upstreams.first { $0.role.kind == .control }.flatMap { hotOrigin(of: $0) }
  }
}
