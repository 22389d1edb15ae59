package import TraceFormat

/// A thread waits for a signal within work of a scheduler, and that scheduler is needed to go on: the wait
/// does not end.
///
/// `blocking()` in a closure that runs on the queue which has to deliver the answer. With a time-out the wait
/// ends in vain.
package struct BlockedCall: Finding {
  package static let check = "blocked-call"

  package static let description = RuleDescription(
    ofCheck: check, title: "waits on the scheduler that it blocks",
    claim: """
      A thread waits for a signal within work of a scheduler, and that scheduler is needed to go on: the \
      wait does not end.
      """,
    needs: """
      A `blocking()` call within work of a scheduler, and other work that was scheduled there meanwhile.
      It has got neither a value nor an end, and is still waiting or waited for longer than the settle \
      time. Nothing was lost.
      """,
    excuses: """
      A wait that got its value or its end: somebody else brought it.
      A wait that the library ended at once, with an error.
      """,
    faulty: .program(
      "Field/Faulty/BlockingSendPath",
      "A send waits on a queue for its deliveries, which need that queue."),
    healthy: .mended(
      "Field/Faulty/BlockingSendPath",
      "The send is a chain that goes on when the deliveries are there."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let thread: ThreadID
  /// Since when it waited, and how long.
  package let since: UInt64
  package let time: UInt64
  package let scheduler: String
  /// How many works were scheduled there meanwhile.
  package let works: UInt64
  package let goesOn: Bool

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [BlockedCall] {
    // With losses, the end of the thread's work may be what is missing.
    guard forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.rareLives) { life in
      // One that got its end waited for somebody else. The library itself ends some of them at once, with an
      // error.
      life.heldUpWorks > 0 && life.values == 0 && !life.hasEnding
        && (!life.isAlive || forest.duration(of: life) > verdicts.settle)
    }
    .compactMap { lives in
      guard let worst = lives.max(by: { forest.duration(of: $0) < forest.duration(of: $1) }) else {
        return nil
      }
      return BlockedCall(
        site: worst.site, name: worst.name, lives: lives.map(\.number), thread: worst.thread,
        since: worst.subscribedAt, time: forest.duration(of: worst), scheduler: worst.heldUpScheduler,
        works: worst.heldUpWorks, goesOn: worst.isAlive)
    }
  }

  package var sentence: Sentence {
    "thread \(count: Int(thread.rawValue)) \(words: goesOn ? "has waited" : "waited") here since \(moment: since), for \(duration: time), within work of \(quoted: scheduler); \(works, "work") \(words: works == 1 ? "was" : "were") scheduled there meanwhile, and could not begin before"
  }

  package static func summary(_ findings: [BlockedCall]) -> Sentence {
    "\(findings.count, "call") that waited for work of the scheduler that it kept busy"
  }
}
