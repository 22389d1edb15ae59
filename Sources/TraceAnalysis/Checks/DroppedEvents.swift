package import TraceFormat

/// Events came after the end and were dropped, for another reason than a leaked subscription: work of the
/// program that goes on although nobody receives it.
package struct DroppedEvents: Finding {
  package static let check = "dropped"
  /// A few values on their way when the end came are nothing to repair.
  private static let few: UInt64 = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "events after the end",
    claim: "Events came to a subscription after its end and were dropped, and no leak explains them.",
    needs: """
      A value or an end that came after the end of the subscription.
      It asks for a change only if several values came to one subscription, the last of them long after \
      its end.
      """,
    excuses: """
      Events of a source that leaked: the verdict tells of it.
      A few values on their way as the end came: `stats` alone shows them.
      """,
    thresholds: [
      .count("fewest values", few, "A few values on their way are nothing to repair."),
      .duration("grace", Thresholds.onTheWay, "A value that comes within this time was on its way."),
    ],
    faulty: .program(
      "Faulty/create-does-not-stop/BeaconDriver",
      "A poll that nobody cancels sends on to a subscriber that is gone. The verdict tells it, too."),
    healthy: .program(
      "Healthy/CooperativeCancel",
      """
      A task looks after each batch whether it was cancelled, so the rest of a batch is sent to nobody.
      """))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let values: UInt64
  package let endings: UInt64
  /// How long after the end the last one came, at most, in nanoseconds.
  package let longest: UInt64
  /// The longest row of values after one end, and how many ends were followed by one.
  package let most: UInt64
  /// User code was run to begin it: the disposable that this code returned did not stop its work.
  package let isUserCode: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [DroppedEvents] {
    guard forest.totals.dropped > 0 else { return [] }
    // A leaked upstream goes on to send: the leak tells that already.
    let told = Set(verdicts.leaks.flatMap(\.members).compactMap { forest[$0]?.downstream?.index })
    return forest.livesBySite(forest.rareLives) {
      $0.droppedValues + $0.droppedEndings > 0 && !told.contains($0.index)
    }
    .map { lives in
      let troubled = lives.filter { $0.droppedValues >= few && $0.dropSpan > Thresholds.onTheWay }
      return DroppedEvents(
        site: lives[0].site, name: lives[0].name,
        lives: (troubled.isEmpty ? lives : troubled).map(\.number),
        values: lives.reduce(0) { $0 + $1.droppedValues },
        endings: lives.reduce(0) { $0 + $1.droppedEndings },
        longest: lives.lazy.map(\.dropSpan).max() ?? 0,
        most: troubled.lazy.map(\.droppedValues).max() ?? 0,
        isUserCode: lives[0].isSource && lives[0].traits.contains(.subscribesInUserCode))
    }
  }

  package var isTrouble: Bool { most > 0 }

  /// A verdict about a closure covers everything that the closure began.
  package func isAbsorbed(by verdicts: Verdicts) -> Bool {
    !lives.isEmpty && lives.allSatisfy { verdicts.tells(of: $0) }
      || verdicts.leaks.contains { $0.reason == .workBehind && $0.site == site }
  }

  package var sentence: Sentence {
    let rest = values + endings == 1 ? "was dropped" : "were dropped"
    let what: Sentence =
      switch (values, endings) {
      case (_, 0): "\(values, "value")"
      case (0, _): "\(endings, "terminal event")"
      default: "\(values, "value") and \(endings, "terminal event")"
      }
    guard isTrouble else { return what + " came after the end and \(words: rest)" }
    let cause: Sentence =
      isUserCode ? ": its disposable does not stop the work that it began" : ": something goes on to send"
    return what + " came up to \(duration: longest) after the end and \(words: rest)" + cause
  }

  package static func summary(_ findings: [DroppedEvents]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.values + $1.endings }, "event") dropped after the end"
  }
}

extension Life {
  /// How long after its end the last event came.
  fileprivate var dropSpan: UInt64 {
    guard let ended = endedAt, let last = lastDroppedAt, last > ended else { return 0 }
    return last - ended
  }
}
