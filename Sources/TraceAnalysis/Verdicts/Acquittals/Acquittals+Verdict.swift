// The evidence of verdicts that are no leaks.

/// It began with the recording and lives at its end.
struct AliveThroughout: Evidence {
  let life: LifeIndex
  /// Of the subscription that the whole tree lives for.
  let root: LifeIndex
  /// How long after the recording the life began, and how long it has lived.
  let delay: UInt64
  let age: UInt64
  let settle: UInt64
  /// The only one of its kind is held by an owner, or its handle was not let go.
  let hasOwner: Bool

  var sentence: Sentence? {
    life == root
      ? "\(life: life) has lived for \(span), is the only one of its kind, and \(words: held)"
      : "\(life: life) has lived for \(span); its root \(life: root) is the only one of its kind, and \(words: held)"
  }

  private var held: String { hasOwner ? "an owner holds it" : "nobody was seen to let go of its handle" }

  private var span: Sentence {
    delay == 0 ? "the whole recording" : "all but the first \(duration: delay) of the recording"
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .life("root", root), .duration("begun after the recording", delay),
      .duration("latest", settle), .duration("age", age), .flag("has an owner", hasOwner),
    ]
  }
}

/// Nothing can be said about it.
struct NotJudged: Evidence {
  let life: LifeIndex
  let doubt: Verdict.Doubt

  var sentence: Sentence? {
    switch doubt {
    case .eventsLost:
      "\(life: life) is not judged: events were lost while it lived, and its end may be one of them"
    case .aliveBefore: "\(life: life) is not judged: it was alive before the recording began"
    case .beginningMissing: "\(life: life) is not judged: its beginning is not in the recording"
    case .snapshot: "\(life: life) is not judged: a snapshot tells nothing of the time before"
    }
  }

  var figures: [Figure] { [.life("subscription", life), .text("doubt", "\(doubt)")] }
}

/// A rule would accuse it, but the end that the rule asks for may be on its way.
struct NotDueYet: Evidence {
  let life: LifeIndex
  /// The title of the rule.
  let title: String
  let settle: UInt64

  var sentence: Sentence? {
    "\(life: life) would be accused (\(words: title)), but its end may still be on its way; --settle 0 judges it"
  }

  var figures: [Figure] { [.life("subscription", life), .duration("settle time", settle)] }
}

/// A suspect that nobody asked for.
struct BelowMinimum: Evidence {
  let life: LifeIndex
  let title: String
  let minimum: Confidence

  var sentence: Sentence? {
    "\(life: life) is a suspect (\(words: title)), and not listed: --min-confidence \(words: minimum.name) was asked for"
  }

  var figures: [Figure] { [.life("subscription", life), .text("least confidence", minimum.name)] }
}
