package import TraceFormat

/// A subject or relay went out of memory while somebody was subscribed to it: nobody can send to it any more,
/// nor end it.
///
/// The feed of a mapped value is let go with its wrapper. Or each screen that was closed leaves a
/// subscription in the bag of the screen that opened it.
package struct SourceGone: Finding {
  package static let check = "source-gone"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "its subject is gone",
    claim: """
      A subject or relay went out of memory while it had a subscriber. Nobody can send to it any more, nor \
      end it: the subscriber waits for nothing.
      """,
    needs: """
      A subscription to a subject that went on for longer than the settle time after the subject had gone.
      Nothing else on its way sends values.
      Another subscription, such as a binding, that held the last reference to the subject and had ended.
      Or a bag that held a subscription went out of memory as soon as it was begun, right before the \
      subject, and the one that waits had come in between, on the same thread.
      Or several subscriptions of a line that wait like this. Nothing was lost.
      """,
    excuses: """
      A subject that ends before it goes, or goes together with its subscribers.
      One or two subscriptions that wait, where no binding let their subject go: `stats` alone shows them.
      A subject that a connection feeds.
      """,
    thresholds: [
      .count("fewest", few, "One or two may be put away with their owner in a moment.")
    ],
    faulty: .program(
      "Field/Faulty/KnocksAtTheDoor",
      "A mapped value keeps the binding that feeds it. It is let go, and its subscriber hears no more."),
    healthy: .program(
      "Healthy/RoomsWithTheirTalk",
      "A room goes with its talk and with the bag of all who listen to it."))

  package let site: Site
  package let name: String
  package let otherSite: Site?
  /// The subscriptions that wait.
  package private(set) var lives: [Int]
  private let source: Site
  private let goneAt: UInt64
  /// The subscription that ended as the subject went, and whether its bag took it along before.
  private let binding: Life?
  private let hadLocalBag: Bool
  private let place: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [SourceGone] {
    // With losses, an end may be what is missing.
    guard forest.lostRanges.isEmpty, !forest.abandoned.isEmpty else { return [] }
    var found: [SourceGone] = []
    let short = forest.rareLives.filter { $0.isRoot && forest.endedWithLocalBag($0) }
      .sorted { $0.endedAt ?? 0 < $1.endedAt ?? 0 }
    for source in forest.hotSources {
      guard let gone = forest.abandoned[source.id] else { continue }
      let last = gone.within.flatMap { forest[$0] }.flatMap { $0.root.isDisposed ? $0.root : nil }
      let waiting = source.members.lazy.map { forest.lives[$0] }
        .filter {
          // Of a stream that a task reads the verdict tells.
          $0.reader == nil && forest.waitsInVain($0, since: gone.time, verdicts.settle)
        }
      for member in waiting {
        let binding = last ?? member.binding(among: short, before: gone.time)
        let place = (binding ?? member.root).entryIndex
        if let known = found.firstIndex(where: { $0.place == place }) {
          found[known].lives.append(member.root.number)
          continue
        }
        let first = binding ?? member.root
        found.append(
          SourceGone(
            site: first.site, name: first.name, otherSite: member.site, lives: [member.root.number],
            source: member.site, goneAt: gone.time, binding: binding,
            hadLocalBag: last == nil, place: place))
      }
    }
    return found
  }

  /// Where a binding let the subject go, that is no accident of memory.
  package var isTrouble: Bool { binding != nil || lives.count >= Self.few }

  package var sentence: Sentence {
    let waits: Sentence =
      "\(lives.count, "subscription") \(words: lives.count == 1 ? "waits" : "wait") for nothing"
    if hadLocalBag, let binding {
      let lived = (binding.endedAt ?? goneAt) - binding.subscribedAt
      return
        "its bag went out of memory \(duration: lived) after it was begun, and \(site: source) right behind, at \(moment: goneAt): nobody can send to that any more; "
        + waits
    }
    guard binding == nil else {
      return "as it ended, at \(moment: goneAt), \(site: source) went: nobody can send to that any more; "
        + waits
    }
    return waits + ": \(site: source) had gone at \(moment: goneAt), and nobody can send to it any more"
  }

  package static func summary(_ findings: [SourceGone]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") to subjects that are gone"
  }
}

extension Forest {
  /// Whether a subscription to a subject that went then lived on, and no other source of its root did.
  fileprivate func waitsInVain(_ member: Life, since time: UInt64, _ settle: UInt64) -> Bool {
    let end = member.endedAt ?? lastSeen
    guard !member.wasAliveBefore, end > time, end - time > settle else { return false }
    var above = member
    while let below = above.downstream {
      let isFed = below.upstreams.contains { other in
        other.index != above.index && other.carriesData && other.endedAt ?? .max > time
      }
      if isFed { return false }
      above = below
    }
    return true
  }
}

extension Life {
  /// The subscription among `short` whose bag took it along right before its subject went at `time`. This one
  /// joined the subject in between, on the same thread.
  fileprivate func binding(among short: [Life], before time: UInt64) -> Life? {
    guard let last = short.last(where: { $0.endedAt ?? .max <= time }), let ended = last.endedAt,
      time - ended < Thresholds.atOnce, ended <= subscribedAt, subscribedAt <= time,
      last.lastThread == thread
    else { return nil }
    return last
  }
}
