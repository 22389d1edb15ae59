internal import TraceFormat

// Ends that are still to come, as evidence against a leak.

/// It will end although nobody ends it.
enum EndsByItself: Evidence {
  /// Others of its kind ended by themselves and took as long as this one has.
  case likeOthers(LifeIndex, age: UInt64, longest: UInt64, finished: Int)
  /// The number of sources that keep it alive. All of them surely end.
  case sourcesEnd(LifeIndex, sources: Int)

  var sentence: Sentence? {
    switch self {
    case .likeOthers(let life, let age, let longest, let finished):
      "\(life: life) is \(duration: age) old and may end by itself: \(finished, "other") of its kind did, and the longest life of the kind was \(duration: longest)"
    case .sourcesEnd(let life, let sources):
      sources == 1
        ? "\(life: life) ends by itself: its source always ends"
        : "\(life: life) ends by itself: its \(count: sources) sources always end"
    }
  }

  var figures: [Figure] {
    switch self {
    case .likeOthers(let life, let age, let longest, let finished):
      [
        .life("subscription", life), .duration("age", age), .duration("longest of the ended", longest),
        .count("ended by themselves", finished),
      ]
    case .sourcesEnd(let life, let sources):
      [.life("subscription", life), .count("sources that end", sources)]
    }
  }
}

/// A stop above it has yet to come.
struct StopToCome: Evidence {
  let life: LifeIndex
  let stopper: LifeIndex
  let site: Site

  var sentence: Sentence? {
    "the stop of \(life: stopper), \(site: site), is still to come: it ends \(life: life)"
  }

  var figures: [Figure] {
    [.life("subscription", life), .life("stop", stopper), .site("line", site)]
  }
}

/// A stop stands below an operator that was stopped, and may still come.
struct AnotherStop: Evidence {
  let life: LifeIndex
  let stopper: LifeIndex
  let site: Site

  var sentence: Sentence? {
    "another stop, \(life: stopper) of \(site: site), stands below the one that came: it may still end \(life: life)"
  }

  var figures: [Figure] {
    [.life("subscription", life), .life("stop", stopper), .site("line", site)]
  }
}

/// An operator of its own ends it after so many values, and has let some through.
struct CountToCome: Evidence {
  let life: LifeIndex
  let counter: LifeIndex
  let values: UInt64

  var sentence: Sentence? {
    let count: Sentence =
      "after a count of values, of which \(count: values) \(words: values == 1 ? "has" : "have") come"
    return counter == life
      ? "\(life: life) ends \(count)" : "\(life: counter) ends \(life: life) \(count)"
  }

  var figures: [Figure] {
    [.life("subscription", life), .life("counting operator", counter), .count("values", values)]
  }
}

/// The last wanted value began it, and it is the only inner signal left.
struct BegunByLastValue: Evidence {
  let life: LifeIndex
  let stopper: LifeIndex

  var sentence: Sentence? {
    "the last value that \(life: stopper) let through began \(life: life), the only inner signal left: it was meant to go on"
  }

  var figures: [Figure] { [.life("inner signal", life), .life("stop", stopper)] }
}

/// The operator's stopped source is not its only one.
struct OtherSourceLives: Evidence {
  let life: LifeIndex
  let operation: LifeIndex

  var sentence: Sentence? {
    "a source of \(life: operation) was stopped, and another one lives: \(life: operation) and \(life: life) are still at work"
  }

  var figures: [Figure] { [.life("inner signal", life), .life("operator", operation)] }
}

/// The operator's source was stopped and begun again time after time.
struct StopsInRhythm: Evidence {
  let life: LifeIndex
  let restarter: LifeIndex
  let stops: UInt64

  var sentence: Sentence? {
    "\(life: restarter) began \(life: life) after \(count: stops) stops of its source: the stops are a rhythm"
  }

  var figures: [Figure] {
    [.life("source", life), .life("operator", restarter), .count("stops", stops)]
  }
}

/// An operator such as `repeat` began its source again after a stop, and may be meant to.
struct MayBeginAgain: Evidence {
  enum Cause: Hashable, Sendable {
    /// Somebody has the handle.
    case held
    /// The same signal had stopped earlier sources: so many were stopped in all.
    case rhythm(stops: Int)
    /// Earlier sources had ended, and no signal had stopped them.
    case endsBefore
    /// It happened once.
    case once
    /// The number of lives of this kind that began before the first one was stopped.
    case sideBySide(Int)
  }

  let operation: LifeIndex
  let again: LifeIndex
  let cause: Cause

  var weight: Acquittal.Weight { cause == .once ? .short : .excused }

  var sentence: Sentence? { "\(life: operation) began \(life: again) after a stop of its source: " + reason }

  private var reason: Sentence {
    switch cause {
    case .held: "somebody has the handle, and can end it"
    case .rhythm(let stops): "the same signal has stopped it \(count: stops) times, and that is a rhythm"
    case .endsBefore: "it did the same after ends that were no stop"
    case .once: "it happened once, and the stop may have been meant for the source alone"
    case .sideBySide(let count):
      "\(count: count) of its kind did, which were begun beside each other and not one after the other"
    }
  }

  var figures: [Figure] {
    let bounds: [Figure] =
      switch cause {
      case .rhythm(let stops): [.count("stops", stops)]
      case .sideBySide(let count): [.count("of its kind", count)]
      case .held, .endsBefore, .once: []
      }
    return [.life("operator", operation), .life("new source", again)] + bounds
  }
}

/// Its stop signal had come before, and may come again.
struct StopMayComeAgain: Evidence {
  let stopper: LifeIndex
  let control: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "the stop signal of \(life: stopper) had come at \(moment: time), before \(life: control) listened to it, but not each operator of the line has a stop signal of its own: it may come again"
  }

  var figures: [Figure] {
    [.life("operator", stopper), .life("stop signal", control), .moment("stop came at", time)]
  }
}

/// The closure waits for something else: another one of its line was told of such an end, or sent later.
struct EndPassedOn: Evidence {
  let life: LifeIndex
  let inner: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "\(life: inner), which the closure of \(life: life) subscribed to, ended at \(moment: time), but another subscription of the line was told of such an end or sent values after one: the closure may wait for something else"
  }

  var figures: [Figure] {
    [.life("closure", life), .life("ended signal", inner), .moment("ended at", time)]
  }
}

/// The closure may wait for something else that is no signal: few wait, and a signal ended at once.
struct FewWait: Evidence {
  let life: LifeIndex
  let inner: LifeIndex
  let count: Int
  let needed: Int

  var sentence: Sentence? {
    "\(life: inner), which the closure of \(life: life) subscribed to, ended as soon as it had begun; \(count: count) \(words: count == 1 ? "waits" : "wait") like this, fewer than \(count: needed)"
  }

  var figures: [Figure] {
    [
      .life("closure", life), .life("ended signal", inner), .count("that wait", count),
      .count("fewest that wait", needed),
    ]
  }
}

/// A stop ended one source of an operator, and the others may go on.
struct BranchMayGoOn: Evidence {
  enum Cause: Hashable, Sendable {
    /// The number of its kind that have ended. So the stop is not their only end.
    case othersEnded(Int)
    /// It happened once, and not by a signal to one that nobody can end.
    case once
    /// The operator merges, and somebody has the handle.
    case merges
  }

  let operation: LifeIndex
  let stopped: LifeIndex
  let cause: Cause

  var sentence: Sentence? {
    "a stop ended \(life: stopped), one source of \(life: operation), and the others may go on: \(reason)"
  }

  private var reason: Sentence {
    switch cause {
    case .othersEnded(let count):
      "\(count: count) of the kind \(words: count == 1 ? "has" : "have") ended all the same"
    case .once: "it happened once, and the stop is not known to be the only end"
    case .merges: "the operator merges, and somebody has the handle"
    }
  }

  var figures: [Figure] {
    let ended: [Figure] = if case .othersEnded(let count) = cause { [.count("ended", count)] } else { [] }
    return [.life("operator", operation), .life("stopped source", stopped)] + ended
  }
}
