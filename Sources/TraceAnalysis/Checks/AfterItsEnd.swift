package import TraceFormat

/// A subject has ended, and the program goes on as if it had not: it sends values, and subscribes.
///
/// A reader that stops has completed the subject of all readers. Or several signals feed one subject, one
/// after the other, and the first of them ends it.
package struct AfterItsEnd: Finding {
  package static let check = "after-its-end"
  private static let few = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "sent to after its end",
    claim: """
      A subject has completed or failed, and the program sends values on: nobody can hear them any more.
      """,
    needs: """
      Several values were sent to a subject after its end.
      Several later subscriptions of a line ended as they began, without a value, and an earlier one of \
      that line had values. The last of those values came later than the settle time.
      Or the first subscription of a line to end ended the subject, and several others of that line sent \
      to it afterwards.
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A subject to which nobody comes any more: its sender need not know of its end.
      One late subscriber.
      A stop such as `take(until:)` that ends the subscribers, while the subject goes on.
      """,
    thresholds: [
      .count("fewest", few, "One value, or one subscriber, may have come too late."),
      .duration("at once", Thresholds.atOnce, "A call that subscribes is over in that time."),
    ],
    faulty: .program(
      "Field/Faulty/ConversationScreen",
      "A screen that stops reading a conversation completes it for all. The screen that comes back shows nothing."
    ),
    healthy: .program(
      "Healthy/ClosingTime",
      "A till is closed for the day. Its door goes on, and the report asks once whether it is closed."))

  private enum Fault {
    /// Later subscriptions of a line ended as they began: `late` of `of`.
    case comes(late: Int, of: Int, source: Life)
    /// The first subscription of a line brought the end, and others of the line sent after it: `senders` of
    /// them.
    case feeds(senders: Int, source: Life)
  }

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  private let fault: Fault
  private let place: Life
  private let endedAt: UInt64
  /// The call that ended the subject.
  private let endCall: Site?
  /// At least so many values came after the end.
  private let count: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [AfterItsEnd] {
    // With losses, a value may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty, !forest.unheard.isEmpty else { return [] }
    var found: [AfterItsEnd] = []
    for source in forest.hotSources where forest.unheard[source.id]?.hasEnded ?? false {
      guard let unheard = source.unheard(in: forest), unheard.count >= few, let end = source.endedAt else {
        continue
      }
      let one = feeding(source, unheard, end, forest) ?? coming(source, unheard, end, forest, verdicts.settle)
      guard let one else { continue }
      // Several subjects of one line.
      if let known = found.firstIndex(where: { $0.place.entryIndex == one.place.entryIndex }) {
        found[known].lives += one.lives
      } else {
        found.append(one)
      }
    }
    return found.sorted { $0.place.index < $1.place.index }
  }

  /// Subscriptions of a line end as they begin.
  private static func coming(
    _ source: HotSource, _ unheard: Unheard, _ end: UInt64, _ forest: Forest, _ settle: UInt64
  ) -> AfterItsEnd? {
    let members = source.members.map { forest.lives[$0] }
    var late: [Int: [Life]] = [:]
    for member in members where member.endedAsItBegan {
      late[member.root.entryIndex, default: []].append(member)
    }
    for (line, late) in late.sorted(by: { $0.value[0].index < $1.value[0].index }) where late.count >= few {
      let first = late[0].subscribedAt
      let ofLine = members.filter { $0.root.entryIndex == line }
      guard unheard.last > first, unheard.last - first > settle,
        ofLine.contains(where: { $0.values > 0 && $0.subscribedAt < first })
      else { continue }
      return AfterItsEnd(
        site: late[0].root.site, name: late[0].root.name, lives: late.map(\.root.number),
        fault: .comes(late: late.count, of: ofLine.count, source: late[0]), place: late[0].root, endedAt: end,
        endCall: source.endCall(in: forest), count: unheard.count)
    }
    return nil
  }

  /// Subscriptions of a line feed the subject, and the first of them to end ended it.
  private static func feeding(
    _ source: HotSource, _ unheard: Unheard, _ end: UInt64, _ forest: Forest
  ) -> AfterItsEnd? {
    guard let member = source.members.lazy.map({ forest.lives[$0] }).first(where: { $0.endedAt == end }),
      let feeder = member.ending?.cause.map({ forest.lives[$0.life] }), feeder.isRoot, feeder.hasEnding
    else { return nil }
    let senders = Set(unheard.senders).compactMap { forest[$0] }
      .filter { $0.entryIndex == feeder.entryIndex && $0.index != feeder.index }
    guard senders.count >= few else { return nil }
    return AfterItsEnd(
      site: feeder.site, name: feeder.name, lives: [feeder.number] + senders.map(\.number).sorted(),
      fault: .feeds(senders: senders.count, source: member), place: feeder, endedAt: end, endCall: nil,
      count: unheard.count)
  }

  package var otherSite: Site? { endCall?.asSecond(to: site) }

  package var sentence: Sentence {
    switch fault {
    case .comes(let late, let all, let source):
      let ended: Sentence = source.hasFailed ? "failed" : "completed"
      return "\(count: late) of \(all, "subscription") ended as they began: \(site: source.site) had " + ended
        + " by \(moment: endedAt)" + (endCall.map { ", called at \(place: $0)," } ?? ",")
        + " and at least \(count, "value") came after that"
    case .feeds(let senders, let source):
      return
        "it feeds \(site: source.site), which ended at \(moment: endedAt) with the first of its subscriptions; at least \(count, "value") of \(senders, "other") came after that"
    }
  }

  package static func summary(_ findings: [AfterItsEnd]) -> Sentence {
    "at least \(findings.reduce(0) { $0 &+ $1.count }, "value") sent to subjects after their end"
  }
}

extension Life {
  /// Whether its source told it the end within the call that subscribed, and nothing else.
  fileprivate var endedAsItBegan: Bool {
    guard hasEnding, values == 0, !wasAliveBefore, upstreams.isEmpty, let end = endedAt else { return false }
    return end - min(end, subscribedAt) < Thresholds.atOnce
  }
}
