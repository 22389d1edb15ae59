internal import TraceFormat

// The holders of handles as evidence against a leak.

/// Its owner was neither disposed nor freed.
struct OwnerLives: Evidence {
  let life: LifeIndex
  let owner: OwnerID
  let children: UInt64
  let type: String?
  let site: Site?

  var sentence: Sentence? {
    if let site {
      "\(life: life) is held by the \(quoted: type ?? "owner") of \(place: site), which holds \(count: children) and lives"
    } else {
      "\(life: life) is held by an owner that lives and holds \(count: children)"
    }
  }

  var figures: [Figure] {
    [.life("subscription", life), .owner("owner", owner), .count("holds", children)] + Figure.make(type, site)
  }
}

/// Its handle was not let go, as far as the recording tells of handles.
struct HandleKept: Evidence {
  let life: LifeIndex
  /// How many handles were let go in all. Without any, the recording may tell of none.
  let letGo: UInt64

  var sentence: Sentence? {
    letGo > 0
      ? "the handle of \(life: life) was not let go"
      : "the recording tells of no handle that was let go"
  }

  var figures: [Figure] { [.life("subscription", life), .count("handles let go in all", letGo)] }
}

/// The handle was let go, and the program did nothing new afterwards.
struct HandleWentWithProgram: Evidence {
  let life: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "the handle of \(life: life) was let go at \(moment: time), as the program came to its end: that says nothing"
  }

  var figures: [Figure] { [.life("subscription", life), .moment("let go at", time)] }
}

/// The handle was let go, and no sign says that an end was due.
struct NoSignOfAnEnd: Evidence {
  let life: LifeIndex
  let time: UInt64
  /// Of its kind.
  let alive: Int
  let disposed: Int
  let finished: Int

  var sentence: Sentence? {
    "the handle of \(life: life) was let go at \(moment: time), and no sign says that an end was due: of its kind \(count: alive) \(words: alive == 1 ? "lives" : "live"), \(count: disposed) \(words: disposed == 1 ? "was" : "were") disposed, and \(count: finished) ended by \(words: finished == 1 ? "itself" : "themselves")"
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .moment("let go at", time), .count("alive", alive),
      .count("disposed", disposed), .count("ended by themselves", finished),
    ]
  }
}

/// All others of its kind were disposed, it was the first of them, and nobody ever kept its handle.
struct FirstOfItsKind: Evidence {
  let life: LifeIndex
  let disposed: Int

  var sentence: Sentence? {
    "\(life: life) was the first of its kind, of which \(count: disposed) \(words: disposed == 1 ? "was" : "were") disposed, and nobody ever kept its handle: it may be meant to stay"
  }

  var figures: [Figure] { [.life("subscription", life), .count("disposed", disposed)] }
}

/// A closure began it whose own subscription is over: the rule about closures judges it.
struct MatterOfItsClosure: Evidence {
  let life: LifeIndex
  let closure: LifeIndex

  var sentence: Sentence? {
    "the closure of \(life: closure), which has ended, began \(life: life): its handle is the closure's matter"
  }

  var figures: [Figure] { [.life("subscription", life), .life("closure", closure)] }
}

/// It was taken out of its owner, and somebody has the handle.
struct TakenOutAndKept: Evidence {
  let life: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "\(life: life) was taken out of its owner at \(moment: time), and its handle was not let go since"
  }

  var figures: [Figure] { [.life("subscription", life), .moment("taken out at", time)] }
}

extension Facts {
  /// An owner that was neither disposed nor freed, as a reason to be alive.
  func ownerLives(_ life: Life, _ owner: Owner) -> OwnerLives {
    OwnerLives(
      life: life.index, owner: owner.id, children: owner.children, type: owner.type, site: owner.site)
  }
}
