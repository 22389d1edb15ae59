internal import TraceFormat

/// The subscriptions that the same code made at the same time.
struct Neighbours: Sendable {
  private static let reach = 6
  private static let few = 3
  /// With so many begun on one side of it, nobody has set them up by hand.
  private static let many = 64
  /// Roots, in order of birth, and where each is among them.
  private var roots: [LifeIndex] = []
  private var places: [LifeIndex: Int] = [:]

  init(_ forest: Forest) {
    guard forest.totals.handleReleased > 0 else { return }
    for life in forest.rootLives {
      if life.handleReleasedAt != nil { places[life.index] = roots.count }
      roots.append(life.index)
    }
  }

  /// The nearest other line of the same file that subscribed at the same time, and whose subscription was
  /// disposed, or stopped by a signal.
  func ended(besides index: LifeIndex, _ forest: Forest) -> Life? {
    guard let place = places[index] else { return nil }
    let life = forest.lives[index]
    for distance in 1...Self.reach {
      for place in [place - distance, place + distance] where roots.indices.contains(place) {
        let other = forest.lives[roots[place]]
        guard other.epoch == life.epoch, other.thread == life.thread, other.site.file == life.site.file,
          other.site.line != life.site.line, !other.isAlive,
          other.hasEnding ? other.stoppedBy != nil : other.reason.isOfProgram
        else { continue }
        return other
      }
    }
    return nil
  }

  /// Whether it goes on although one owner put away everything else that the same file began at that time.
  ///
  /// Few may be begun then. Ends with the program do not count, and neither do values that were on their way.
  func isLastAtWork(_ index: LifeIndex, _ forest: Forest, _ settle: UInt64) -> Bool {
    let life = forest.lives[index]
    guard let place = places[index], let last = life.lastValueAt else { return false }
    var others = 0
    var owner: OwnerID?
    for step in [-1, 1] {
      var (next, steps) = (place + step, 0)
      while roots.indices.contains(next), forest.lives[roots[next]].epoch == life.epoch {
        guard steps < Self.many else { return false }
        let other = forest.lives[roots[next]]
        (next, steps) = (next + step, steps + 1)
        guard other.thread == life.thread, other.site.file == life.site.file else { continue }
        guard let holder = other.owner, owner == nil || owner == holder, other.reason == .owner,
          let ended = other.endedAt, last - min(last, ended) > settle, !forest.isPutAway(other)
        else { return false }
        owner = holder
        others += 1
      }
    }
    return others >= Self.few
  }
}

/// Other subscriptions to the same source, made in another way.
struct Kin: Sendable {
  private static let longestWay = 64
  static let fewest = 3

  /// How many were disposed of those that began at a source, and the first of them.
  private var disposed: [Int: (count: Int, first: LifeIndex)] = [:]
  /// Of each connection: how many have joined it, how many of them are alive, and the first that left.
  private var connections: [UInt64: (members: Int, alive: Int, firstLeft: LifeIndex?)] = [:]

  init(_ facts: Facts) {
    let forest = facts.forest
    for connection in forest.connections where !connection.members.isEmpty {
      let left = connection.members.filter { !forest.lives[$0].isAlive }
      connections[connection.id] = (
        connection.members.count, connection.members.count - left.count, left.first
      )
    }
    guard forest.totals.handleReleased > 0 else { return }
    for life in forest.rootLives where !life.isAlive && !life.hasEnding {
      guard life.reason.isOfProgram || life.reason == .replaced else { continue }
      disposed[Self.source(of: life), default: (0, life.index)].count += 1
    }
  }

  /// The call site at which its data begins.
  private static func source(of life: Life) -> Int {
    var (current, steps) = (life, 0)
    while steps < longestWay, let next = current.upstreams.first(where: \.carriesData) {
      current = next
      steps += 1
    }
    return current.entryIndex
  }

  /// Others of the same source are disposed, and nobody can dispose this one: likely forgotten if it was
  /// started again and again. Or the last one of a shared connection that all others have left.
  func forgotten(_ index: LifeIndex, _ kind: Kind, _ released: UInt64, _ facts: Facts) -> Break? {
    let life = facts.forest.lives[index]
    let letGo = HandleLetGo(life: index, time: released)
    if life.handleWasKept, let left = leftConnection(life) {
      return facts.forgotten(index, .likely, [letGo, left])
    }
    guard kind.ended == 0, let kin = disposed[Self.source(of: life)], kin.count >= Self.fewest
    else { return nil }
    let isRepeated = kind.alive >= Self.fewest && kind.epochs >= Self.fewest
    // A program may run with several of a kind that were set up at once.
    guard isRepeated || kind.members.count == 1, !facts.isCompleteSet(kind) else { return nil }
    guard isRepeated || life.isRoot && life.owner == nil && !facts.isOneShot(index) else {
      return nil
    }
    return facts.forgotten(
      index, isRepeated && !facts.isComplete(kind) ? .likely : .possible,
      [letGo, KinDisposed(count: kin.count, first: kin.first)])
  }

  private func leftConnection(_ life: Life) -> (any Evidence)? {
    for current in life.way(limit: Self.longestWay, \.firstWithData) {
      if let id = current.connection, let connection = connections[id] {
        guard connection.members > 2, connection.alive == 1, let first = connection.firstLeft else {
          return nil
        }
        return OthersLeft(count: connection.members - 1, first: first)
      }
    }
    return nil
  }
}
