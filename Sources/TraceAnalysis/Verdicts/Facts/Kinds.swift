internal import TraceFormat

/// Subscriptions that were started at the same line, in the same way.
struct Kind: Sendable {
  /// In order of birth.
  var members = LifeIndices()
  var alive = 0
  /// Ended by the program: by `dispose()`, or by their holder.
  var disposed = 0
  /// Completed or failed.
  var finished = 0
  /// Ended only as the program itself came to its end.
  var putAway = 0
  /// The first that the program ended; and whether it ended one that it had taken out of its owner.
  var firstDisposed: LifeIndex?
  var isPassedOn = false
  /// The last that the program ended.
  var lastDisposed: LifeIndex?
  /// Alive, and somebody had the handle for a while before it was let go; and in how many moments that
  /// happened.
  var lost = 0
  var lossMoments = 0
  /// Alive, and nobody ever had the handle: how many the program had gone on before, and the first of them.
  var abandonedEpochs = 0
  var firstAbandoned: LifeIndex?
  /// Alive, and nobody has the handle any more.
  var letGo = 0
  /// Of these: somebody had the handle for a while, and the program went on after it was let go.
  var leftAlone = 0
  /// How often a living one follows an ended one, in order of birth. And whether each ended one was over
  /// before the next was begun.
  var turns = 0
  var isOneByOne = true
  /// The first and the last that live.
  var firstAlive: LifeIndex?
  var lastAlive: LifeIndex?
  /// The owner of all that live, if it is one.
  var commonOwner: OwnerID?
  private var hasCommonOwner = true
  /// How many of them the program had gone on before.
  var epochs = 0
  /// The same, and a pause counts as well: a program that waits has gone on, though nothing of it is
  /// recorded.
  var begins = 0
  /// How long the oldest of the ended ones lived. Lives that were put away at the end do not count.
  var longest: UInt64 = 0

  /// Alive at the moment before the program came to its end, and ended before.
  var living: Int { alive + putAway }
  var ended: Int { members.count - living }

  private var lastEnded = false
  private var latestEnd: UInt64 = 0
  private var lastBirth: UInt64 = 0
  fileprivate var lastEpoch: UInt32?
  fileprivate var lastLoss: UInt32?
  fileprivate var lastAbandonedEpoch: UInt32?

  fileprivate mutating func add(_ life: Life, _ forest: Forest) {
    let isPutAway = forest.isPutAway(life)
    members.append(life.index)
    if lastEpoch != life.epoch { epochs += 1 }
    if lastEpoch != life.epoch || life.subscribedAt - min(life.subscribedAt, lastBirth) > Thresholds.atOnce {
      begins += 1
    }
    (lastEpoch, lastBirth) = (life.epoch, life.subscribedAt)
    if life.isAlive || isPutAway {
      if living > 0, commonOwner != life.owner { hasCommonOwner = false }
      commonOwner = hasCommonOwner ? life.owner : nil
    }
    if latestEnd > life.subscribedAt { isOneByOne = false }
    if life.isAlive, lastEnded { turns += 1 }
    lastEnded = !life.isAlive
    latestEnd = max(latestEnd, life.endedAt ?? 0)
    guard let ended = life.endedAt else {
      firstAlive = firstAlive ?? life.index
      lastAlive = life.index
      noteHandle(life, forest)
      return alive += 1
    }
    if isPutAway { return putAway += 1 }
    longest = max(longest, ended - min(ended, life.subscribedAt))
    if life.hasEnding {
      finished += 1
    } else if life.reason.isOfProgram {
      disposed += 1
      firstDisposed = firstDisposed ?? life.index
      lastDisposed = life.index
      if life.reason == .explicit, life.rare.first?.formerOwner != nil { isPassedOn = true }
    }
  }
}

extension Kind {
  fileprivate mutating func noteHandle(_ life: Life, _ forest: Forest) {
    guard life.handleReleasedAt != nil, let rare = life.rare.first else { return }
    letGo += 1
    let isLost = forest.hasLostHandle(life)
    if isLost, forest.hasKeptHandle(life) { leftAlone += 1 }
    if rare.handleWasKept {
      guard isLost else { return }
      lost += 1
      if lastLoss != rare.handleReleaseMoment { lossMoments += 1 }
      lastLoss = rare.handleReleaseMoment
    } else {
      firstAbandoned = firstAbandoned ?? life.index
      if lastAbandonedEpoch != life.epoch { abandonedEpochs += 1 }
      lastAbandonedEpoch = life.epoch
    }
  }
}

/// All kinds of lives that were started on purpose: by `subscribe`, by a flattening operator, by a closure,
/// as a shared connection, or as a task.
struct Kinds: Sendable {
  private(set) var all: [Kind] = []
  private var kindOfLife: NarrowNumbers

  private struct Key: Hashable {
    let place: UInt32
    /// The call site of the signal that it subscribes to; -1 for none.
    let source: Int
  }

  init(_ forest: Forest, _ places: LifePlaces) {
    kindOfLife = NarrowNumbers(count: forest.lives.count)
    var numbers: [Key: Int32] = [:]
    var (last, lastNumber): (Key?, Int32) = (nil, 0)
    for life in forest.lives where life.isInstance {
      let index = life.index
      // A helper that subscribes for others has one line for all of them. The signals tell them apart.
      // The tasks and subscriptions that a task has made say nothing about the task.
      let source = life.role.kind == .task ? nil : life.upstreams.first(where: \.carriesData)
      let key = Key(place: places.number(of: index), source: source?.entryIndex ?? -1)
      let number = key == last ? lastNumber : numbers[key] ?? Int32(clamping: all.count)
      if number == all.count {
        all.append(Kind())
        numbers[key] = number
      }
      (last, lastNumber) = (key, number)
      kindOfLife[index.position] = UInt32(number)
      all[Int(number)].add(life, forest)
    }
  }

  /// The kind of a life that was started on purpose.
  subscript(index: LifeIndex) -> Kind? {
    let kind = number(of: index)
    return kind < 0 ? nil : all[Int(kind)]
  }

  /// The number of that kind; -1 for none.
  func number(of index: LifeIndex) -> Int32 { Int32(bitPattern: kindOfLife[index.position]) }
}

extension Life {
  /// Whether something started it on purpose: `subscribe`, or a flattening operator, or a closure, or the
  /// code that makes a task. An operator's own subscription to its source comes and goes with the operator.
  var isInstance: Bool { standsAlone || role.kind == .inner || role.kind == .nested }

  /// Whether it is judged on its own: it was started on purpose, or is a shared connection, which no single
  /// subscriber owns.
  var isUnit: Bool { isInstance || role.kind == .shared }

  /// Whether it may go on although its downstream has ended: a root has none, and a task may outlive the task
  /// that made it.
  var standsAlone: Bool { isRoot || role.kind == .task }
}

extension Kind {
  /// Which of its members this life is; nil where it is none.
  func place(of index: LifeIndex) -> Int? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low] == index ? low : nil
  }
}
