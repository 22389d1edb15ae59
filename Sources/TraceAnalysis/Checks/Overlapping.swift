package import TraceFormat

/// Events had to wait, because another one was being delivered: from another thread, or further up the same
/// stack.
///
/// They come one after the other all the same, so this is mostly nothing to repair. It is where a closure
/// sends from several threads at once: a release build that nobody watches relies on closures not to do so
/// (contract, rule 4).
package struct Overlapping: Finding {
  package static let check = "overlap"

  package static let description = RuleDescription(
    ofCheck: check, title: "events that had to wait",
    claim: """
      Events had to wait because another one was being delivered: on another thread, or further up the \
      same stack.
      """,
    needs: """
      An event that waited for another one.
      It asks for a change only if a closure such as the one of `create` sent an event while another of \
      the same subscription was sent on another thread.
      """,
    excuses: """
      Values of several sources of an operator, as of `merge`: the operator puts them in order, and \
      `stats` alone shows that.
      A value that a subscriber sends into its own source: `reentrant` tells of it.
      """,
    faulty: .program(
      "Faulty/overlap/SnowPlough",
      "Two threads send into the subscriber of one `create` at once."),
    healthy: .program(
      "Healthy/MergedTelegraphs",
      "Two closures send on a thread each, and `merge` puts their values in order."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let overlaps: UInt64
  /// The number of events that waited for another thread. The others waited for an event further up the same
  /// stack: a subscriber sent into its own source.
  package let ofThreads: UInt64
  /// The number of events that waited for another value of the same subscription. The other waiting events
  /// waited for a value of another source of an operator.
  package let ofItself: UInt64
  /// The call sites within whose deliveries two of them were sent at once. There are two, or one where only
  /// one is known or both are the same, or none.
  package let senders: [Site]

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Overlapping] {
    guard forest.totals.overlaps > 0 else { return [] }
    return forest.livesBySite(forest.rareLives) { $0.overlaps > $0.reentries }.map { lives in
      let senders = lives.lazy.map(\.senders).max { $0.count < $1.count } ?? []
      var sites = senders.map { forest.lives[$0].site }
      if sites.count == 2, sites[0] == sites[1] { sites.removeLast() }
      return Overlapping(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        overlaps: lives.reduce(0) { $0 + $1.overlaps - $1.reentries },
        ofThreads: lives.reduce(0) { $0 + $1.threadOverlaps },
        ofItself: lives.reduce(0) { $0 + $1.ownOverlaps }, senders: sites)
    }
  }

  package var isTrouble: Bool { ofItself > 0 && site.traits.contains(.subscribesInUserCode) }

  /// No leak tells who sends.
  package func isAbsorbed(by verdicts: Verdicts) -> Bool { false }

  package var sentence: Sentence {
    if isTrouble {
      return
        "sent \(ofItself, "event") from one thread while another was sending\(origin): its closure must send one at a time"
    }
    let reason =
      switch ofThreads {
      case 0: "one further up the same stack"
      case overlaps: "another thread"
      default: "another thread, or for one further up the same stack"
      }
    return "\(overlaps, "event") had to wait for \(words: reason)"
  }

  private var origin: Sentence {
    switch senders.count {
    case 2: ", in deliveries to \(site: senders[0]) and \(site: senders[1])"
    case 1: ", in a delivery to \(site: senders[0]) among others"
    default: ""
    }
  }

  package static func summary(_ findings: [Overlapping]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.overlaps }, "event") had to wait for others"
  }
}
