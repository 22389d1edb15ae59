package import TraceFormat

/// Kept until the program ends.
enum PutAwayAtEnd: Rule {
  static let description = RuleDescription(
    of: .putAwayAtEnd, title: "put away only at the end",
    claim: """
      A place started one subscription after the other, and hardly one ended before the program put all \
      of them away at its own end.
      """,
    needs: """
      Many subscriptions of a kind, begun over most of the time, that ended in the last moments of the \
      recording.
      For each that ended before, several that did not.
      It is always a suspect: they may have been needed to the end.
      """,
    excuses: """
      A set that has levelled off, or was complete long ago: there are as many as are needed.
      An end that other work of its thread followed.
      Inner signals: they are told as such.
      """,
    thresholds: [
      .count(
        "fewest put away", Facts.fewestPutAway, "A program may work with so few to its end."),
      .times(
        "put away for each that ended", Facts.livingForEachEnd,
        "One that has ended, among so many, does not speak against growth."),
      .duration(
        "last moments", Thresholds.lastMoments,
        """
        A program takes so long to end, or a twentieth of its time. An orderly end may take three times \
        as long.
        """),
    ],
    faulty: .program(
      "Faulty/exit-cleanup/KeptUntilExit",
      "Every request puts its subscription into one bag, which is emptied as the server ends."),
    healthy: .program(
      "Healthy/OrderlyShutdown",
      "Sixty devices were attached at the start and used to the end. A shutdown puts all of them away."))

  static let reason = Leak.Reason.putAwayAtEnd
  static let searches: [Search] = [.growth]
}

extension Leak.Reason {
  /// This place started subscriptions again and again, and all were put away as the program ended.
  public static let putAwayAtEnd = Leak.Reason("putAwayAtEnd")
}

/// How many of its kind were started, one after the other, and how many ended before the program did.
struct StartedUntilTheEnd: Evidence {
  let starts: Int
  let ended: Int

  var sentence: Sentence? {
    "\(count: starts) were started here, one after the other, and \(words: ended == 0 ? "none" : String(ended)) ended before the program did"
  }

  var figures: [Figure] { [.count("started", starts), .count("ended before the program", ended)] }
}

/// All of its kind ended in the last moments of the recording, and none before.
struct PutAwayWithProgram: Evidence {
  let count: Int
  let time: UInt64

  var sentence: Sentence? {
    "\(count: count) of them were put away at \(moment: time), as the program came to its end"
  }

  var figures: [Figure] { [.count("put away", count), .moment("at", time)] }
}

/// One owner held all of the kind, and was disposed as the program came to its end.
struct HeldUntilTheEnd: Evidence {
  let owner: OwnerID
  let children: UInt64
  let type: String?
  let site: Site

  var sentence: Sentence? {
    "Held by the \(quoted: type ?? "owner") of \(place: site), which held \(count: children) and was disposed only then"
  }

  var figures: [Figure] { [.owner("owner", owner), .count("held", children)] + Figure.make(type, site) }
}

/// Owners made at one line held all of the kind, and were disposed as the program came to its end.
struct HeldByManyUntilTheEnd: Evidence {
  let count: Int
  let type: String?
  let site: Site

  var sentence: Sentence? {
    "All were held by \(count: count) \(quoted: type ?? "owner")s of \(place: site), which were disposed only then"
  }

  var figures: [Figure] { [.count("owners", count)] + Figure.make(type, site) }
}

extension Leak.Hint {
  /// Dispose the subscription at `site` when nobody needs it any more, and not when the program ends.
  package static func disposeSooner(site: Site) -> Leak.Hint {
    Leak.Hint("disposeSooner", site) {
      "Dispose the subscription at \($0.place) when it is no longer needed."
    }
  }

  /// Dispose each subscription in time: its owner, made at `site`, lives too long.
  package static func disposeOwnerSooner(site: Site) -> Leak.Hint {
    Leak.Hint("disposeOwnerSooner", site) {
      "Their owner (\($0.place)) lives longer than they are needed: dispose each when its time has come."
    }
  }
}
