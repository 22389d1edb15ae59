internal import TraceFormat

// Evidence that several rules give.

/// A stop signal ended this subscription, above another one that goes on.
struct StopFired: Evidence {
  let stopped: LifeIndex
  let control: LifeIndex
  let time: UInt64

  var sentence: Sentence? { nil }

  var figures: [Figure] {
    [.life("stopped", stopped), .life("stop signal", control), .moment("fired at", time)]
  }
}

/// The caller let go of the handle.
struct HandleLetGo: Evidence {
  let life: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "The handle of \(life: life) was let go at \(moment: time): no call can dispose it any more"
  }

  var figures: [Figure] { [.life("subscription", life), .moment("let go at", time)] }
}

/// How many of its kind were started, one after the other, and how many have ended.
struct StartedAgain: Evidence {
  let starts: Int
  let ended: Int

  var sentence: Sentence? {
    ended == 0
      ? "\(count: starts) were started here, one after the other, and none has ended"
      : "\(count: starts) were started here, one after the other, and \(count: ended) \(words: ended == 1 ? "has" : "have") ended"
  }

  var figures: [Figure] { [.count("started", starts), .count("ended", ended)] }
}

/// There were more of its kind after each round.
struct GrownByRounds: Evidence {
  let growth: Rounds.Growth

  var sentence: Sentence? {
    growth.sentence
  }

  var figures: [Figure] {
    [
      .text("mark", growth.text), .count("rounds", growth.rounds), .count("rounds with more", growth.grown),
      .count("alive before the first", growth.first), .count("alive after the last", growth.last),
    ]
  }
}

/// One owner holds all of the kind, and was never disposed.
struct HeldBy: Evidence {
  let owner: OwnerID
  let children: UInt64
  let type: String?
  let site: Site?

  var sentence: Sentence? {
    if let site {
      "Held by the \(quoted: type ?? "owner") of \(place: site), which holds \(count: children) and was never disposed"
    } else {
      "All are held by one owner, which holds \(count: children) and was never disposed"
    }
  }

  var figures: [Figure] { [.owner("owner", owner), .count("holds", children)] + Figure.make(type, site) }
}

/// Each is held by an owner of its own, of which none was disposed.
struct EachHeldByItsOwn: Evidence {
  let count: Int
  let type: String?
  let site: Site?

  var sentence: Sentence? {
    "\(count: count) \(quoted: type ?? "owner")s are alive, each with a subscription of its own"
  }

  var figures: [Figure] { [.count("owners", count)] + Figure.make(type, site) }
}

/// The root was begun while this subscription, of this site, received a value: there is the code that
/// subscribes.
struct BegunDuring: Evidence {
  let root: LifeIndex
  let receiver: LifeIndex
  let site: Site

  var sentence: Sentence? {
    "\(life: root) was begun as \(life: receiver), \(site: site), received a value"
  }

  var figures: [Figure] { [.life("root", root), .life("receiver", receiver), .site("line", site)] }
}

/// It ended in the last moments of the recording, with everything else that the program still had.
struct EndedWithProgram: Evidence {
  let life: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "\(life: life) ended only with the program, at \(moment: time)"
  }

  var figures: [Figure] { [.life("subscription", life), .moment("ended at", time)] }
}
