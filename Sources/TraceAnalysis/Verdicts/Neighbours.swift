internal import TraceFormat

/// What the same code subscribed to at the same time.
struct Neighbours: Sendable {
  private static let reach = 6
  private static let few = 3
  /// With so many begun on one side of it, it is not a part of what is set up by hand.
  private static let many = 64
  /// Indices of roots, in order of birth, and where each is among them.
  private var roots: [Int] = []
  private var places: [Int: Int] = [:]

  init(_ forest: Forest) {
    guard forest.totals.handleReleased > 0 else { return }
    for life in forest.rootLives {
      if life.handleReleasedAt != nil { places[life.number - 1] = roots.count }
      roots.append(life.number - 1)
    }
  }

  /// The nearest other line of the same file that subscribed at the same time, and whose subscription was disposed, or
  /// stopped by a signal.
  func ended(besides index: Int, _ forest: Forest) -> Int? {
    guard let place = places[index] else { return nil }
    let life = forest.lives[index]
    for distance in 1...Self.reach {
      for place in [place - distance, place + distance] where roots.indices.contains(place) {
        let other = forest.lives[roots[place]]
        guard other.epoch == life.epoch, other.thread == life.thread, other.site.file == life.site.file,
          other.site.line != life.site.line, !other.isAlive,
          other.hasEnding ? other.stoppedBy != nil : other.reason.isOfProgram
        else { continue }
        return other.number
      }
    }
    return nil
  }

  /// Whether it goes on although all else that the same file began at that time, which is not much, was put away by one owner.
  /// But for what happens as the program ends, and for values that were on their way.
  func isLastAtWork(_ index: Int, _ forest: Forest, _ settle: UInt64) -> Bool {
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

/// Who has subscribed to the same source, in another way.
struct Kin: Sendable {
  private static let longestWay = 64
  private static let fewest = 3

  /// How many were disposed of those that began at a source, and the first of them.
  private var disposed: [Int: (count: Int, first: Int)] = [:]
  /// Of each connection: how many have joined it, how many of them are alive, and the first that left.
  private var connections: [UInt64: (members: Int, alive: Int, firstLeft: Int)] = [:]

  init(_ judge: Judge) {
    let forest = judge.forest
    for connection in forest.connections where !connection.members.isEmpty {
      let left = connection.members.filter { !forest.lives[$0 - 1].isAlive }
      connections[connection.id] = (
        connection.members.count, connection.members.count - left.count, left.first ?? 0
      )
    }
    guard forest.totals.handleReleased > 0 else { return }
    for life in forest.rootLives where !life.isAlive && !life.hasEnding {
      guard life.reason.isOfProgram || life.reason == .replaced else { continue }
      let source = Self.source(of: life.number - 1, forest)
      disposed[source, default: (0, life.number)].count += 1
    }
  }

  /// The call site at which its data begins.
  private static func source(of index: Int, _ forest: Forest) -> Int {
    var (current, steps) = (index, 0)
    while steps < longestWay,
      let next = forest.lives[current].upstreams.first(where: { forest.lives[$0 - 1].carriesData })
    {
      current = next - 1
      steps += 1
    }
    return forest.lives[current].entryIndex
  }

  /// Others of the same source are disposed, and nobody can dispose this one: likely forgotten if it was started again and
  /// again. Or the last one of a shared connection that all others have left.
  func forgotten(_ index: Int, _ kind: Kind, _ released: UInt64, _ judge: Judge) -> Break? {
    let letGo = Evidence.handleLetGo(index + 1, at: released)
    if judge.forest.lives[index].handleWasKept, let left = leftConnection(index, judge.forest) {
      return judge.forgotten(index, .likely, [letGo, left])
    }
    guard kind.ended == 0, let kin = disposed[Self.source(of: index, judge.forest)], kin.count >= Self.fewest
    else { return nil }
    let isRepeated = kind.alive >= Self.fewest && kind.epochs >= Self.fewest
    // Several of a kind that were set up at once are what a program runs with.
    guard isRepeated || kind.members.count == 1, !judge.isCompleteSet(kind) else { return nil }
    let life = judge.forest.lives[index]
    guard isRepeated || life.downstream == nil && life.owner == nil && !judge.isOneShot(index) else {
      return nil
    }
    return judge.forgotten(
      index, isRepeated && !judge.isComplete(kind) ? .likely : .possible,
      [letGo, .kinDisposed(count: kin.count, first: kin.first)])
  }

  private func leftConnection(_ index: Int, _ forest: Forest) -> Evidence? {
    var next: Int? = index
    var steps = 0
    while let current = next, steps < Self.longestWay {
      steps += 1
      if let id = forest.lives[current].connection, let connection = connections[id] {
        guard connection.members > 2, connection.alive == 1 else { return nil }
        return .othersLeft(count: connection.members - 1, first: connection.firstLeft)
      }
      next = forest.lives[current].upstreams.first { forest.lives[$0 - 1].carriesData }.map { $0 - 1 }
    }
    return nil
  }
}
