internal import TraceFormat

// Subscribers, and what goes on without them, as evidence against a leak.

/// The subscription that it was begun for lives.
struct SubscriberLives: Evidence {
  let life: LifeIndex
  let subscriber: LifeIndex
  let site: Site

  var sentence: Sentence? {
    "\(life: life) was begun for \(life: subscriber), \(site: site), which lives"
  }

  var figures: [Figure] {
    [.life("subscription", life), .life("subscriber", subscriber), .site("line", site)]
  }
}

/// The connection has another living subscriber.
struct ConnectionUsed: Evidence {
  let life: LifeIndex
  let first: LifeIndex

  var sentence: Sentence? {
    "\(life: life) is a shared connection: \(life: first), which began it, has ended, and another subscriber of it lives"
  }

  var figures: [Figure] { [.life("connection", life), .life("ended subscriber", first)] }
}

/// The connection has no subscriber, and its operator keeps it for the next one.
struct ConnectionKept: Evidence {
  let life: LifeIndex
  let site: Site

  var sentence: Sentence? {
    "\(life: life) is a shared connection without a subscriber, and \(site: site) keeps it for the next one"
  }

  var figures: [Figure] { [.life("connection", life), .site("line", site)] }
}

/// Fewer connections of its line are idle than would be too many.
struct FewIdle: Evidence {
  let connection: LifeIndex
  let idle: Int
  let needed: Int

  var sentence: Sentence? {
    "\(count: idle) connection\(words: idle == 1 ? "" : "s") like \(life: connection) \(words: idle == 1 ? "is" : "are") idle: fewer than \(count: needed)"
  }

  var figures: [Figure] {
    [.life("connection", connection), .count("idle", idle), .count("fewest idle", needed)]
  }
}

/// A task may outlive the task that made it, and a cancelled one may be busy within its loop.
struct MayOutliveItsMaker: Evidence {
  let life: LifeIndex
  let maker: LifeIndex

  var sentence: Sentence? {
    "\(life: life) may outlive \(life: maker), which made it and has ended: it is a task or a loop"
  }

  var figures: [Figure] { [.life("task or loop", life), .life("maker", maker)] }
}

/// A hub: the source feeds another subscriber of the closure that began it.
struct FeedsOthers: Evidence {
  let life: LifeIndex
  let subscriber: LifeIndex

  var sentence: Sentence? {
    "\(life: subscriber), for which a closure began \(life: life), has ended, but \(life: life) has fed another subscriber of the closure since"
  }

  var figures: [Figure] { [.life("source", life), .life("ended subscriber", subscriber)] }
}

/// A closure began it for nobody, or for somebody else, as far as its values tell.
struct NotForItsSubscriber: Evidence {
  let life: LifeIndex
  let subscriber: LifeIndex
  let hasOwner: Bool

  var sentence: Sentence? {
    hasOwner
      ? "the closure of \(life: subscriber), which has ended, began \(life: life), but no value of it went there, and a living owner has its handle"
      : "the closure of \(life: subscriber), which has ended, began \(life: life), but no value of it went there, and the closure returns no disposables"
  }

  var figures: [Figure] {
    [.life("subscription", life), .life("ended subscriber", subscriber), .flag("has an owner", hasOwner)]
  }
}

/// Its subscriber is gone, and its own end may be on its way.
struct EndOnItsWay: Evidence {
  enum Cause: Hashable, Sendable {
    /// Less than the settle time has passed.
    case settle(UInt64)
    /// The thread of the subscriber's end has done nothing else since.
    case thread
    /// A thread is within work that may end it.
    case work
    /// Others at its place took so long to end after their subscribers, so that one waits for that long.
    case others(longest: UInt64, patience: UInt64)
  }

  let life: LifeIndex
  let subscriber: LifeIndex
  /// When its end was due, and how long before the end of the recording.
  let time: UInt64
  let passed: UInt64
  let cause: Cause

  var sentence: Sentence? {
    "the end of \(life: life) is due since \(moment: time), when \(life: subscriber) had ended; the recording ended \(duration: passed) later, and \(reason)"
  }

  private var reason: Sentence {
    switch cause {
    case .settle(let settle): "the settle time is \(duration: settle)"
    case .thread: "the thread of that end has done nothing else since"
    case .work: "a thread is within work that may end it"
    case .others(let longest, let patience):
      "others at its place took up to \(duration: longest): this one has \(duration: patience)"
    }
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .life("ended subscriber", subscriber), .moment("due since", time),
      .duration("passed", passed),
    ] + bounds
  }

  private var bounds: [Figure] {
    switch cause {
    case .settle(let settle): [.duration("settle time", settle)]
    case .thread, .work: []
    case .others(let longest, let patience):
      [.duration("longest of the others", longest), .duration("patience", patience)]
    }
  }
}
