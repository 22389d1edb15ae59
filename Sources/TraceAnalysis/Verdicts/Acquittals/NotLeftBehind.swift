/// Why a subscription of a kind of which some have ended does not count as left behind.
struct NotLeftBehind: Evidence {
  enum Cause: Hashable, Sendable {
    /// One that lives, or one that has ended, says nothing.
    case few
    case fewMoments(Int, needed: Int)
    /// Hardly any have ended.
    case fewEnded
    /// All that live were begun before any that has ended.
    case first
    /// It is no older than so many times the longest.
    case young(age: UInt64, times: UInt64)
    /// An operator or a closure began it.
    case notAlone
    case ends(EndsByItself)
    /// It waits for a single value of a clock.
    case oneShot
    /// Its subject goes on to send, and none of the kind has left it.
    case livelySource
    /// Nothing says that nobody will end it.
    case held
    /// Only so many of those that live are far older.
    case minority(Int)
    /// Too few that have ended are younger.
    case fewYounger
  }

  let life: LifeIndex
  /// Of its kind.
  let alive: Int
  let ended: Int
  let longest: UInt64
  let cause: Cause

  init(_ life: LifeIndex, _ kind: Kind, _ cause: Cause) {
    self.life = life
    (alive, ended, longest) = (kind.alive, kind.ended, kind.longest)
    self.cause = cause
  }

  var weight: Acquittal.Weight {
    switch cause {
    case .notAlone: .unmet
    case .ends, .oneShot, .livelySource: .excused
    default: .short
    }
  }

  /// The evidence to give: an end of its own is one for several rules.
  var evidence: any Evidence {
    if case .ends(let evidence) = cause { evidence } else { self }
  }

  var sentence: Sentence? {
    let counts: Sentence =
      "\(count: ended) of its kind ended, the longest after \(duration: longest), and \(count: alive) \(words: alive == 1 ? "lives" : "live")"
    return counts + ": " + reason
  }

  private var reason: Sentence {
    switch cause {
    case .few: alive < 2 ? "one alone is not left behind" : "one that ended says nothing of the others"
    case .fewMoments(let moments, let needed):
      "they were begun at \(moments, "moment"), and \(count: needed) are needed"
    case .fewEnded: "the ended ones are the exception"
    case .first: "all that live were begun before any that ended, and may be meant to stay"
    case .young(let age, let times):
      "\(life: life) is \(duration: age) old, no more than \(count: times) times the longest"
    case .notAlone: "\(life: life) is judged with the subscription that it was begun for, if at all"
    case .ends(let evidence): evidence.sentence ?? ""
    case .oneShot: "\(life: life) waits for a single value of a clock"
    case .livelySource: "the subject of \(life: life) goes on to send, and none of the kind has left it"
    case .held: "\(life: life) is far older, but somebody may still end it"
    case .minority(let count):
      "of the living ones only \(count: count) \(words: count == 1 ? "is" : "are") far older"
    case .fewYounger: "\(life: life) is far older, but too few of the ended ones are younger"
    }
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .count("alive", alive), .count("ended", ended),
      .duration("longest of the ended", longest),
    ] + bounds
  }

  private var bounds: [Figure] {
    switch cause {
    case .fewMoments(let moments, let needed): [.count("moments", moments), .count("fewest moments", needed)]
    case .young(let age, let times): [.duration("age", age), .count("times the longest", times)]
    case .minority(let count): [.count("far older", count)]
    default: []
    }
  }
}
