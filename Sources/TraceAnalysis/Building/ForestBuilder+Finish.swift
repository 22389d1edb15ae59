extension ForestBuilder {
  /// The forest of all records so far.
  ///
  /// - Parameters:
  ///   - began: When the recording began, where that is known; else the time of the first record.
  ///   - ended: When the recording ended, where that is known; else the time of the last record. A program
  ///     that was silent at the end was still alive then.
  public consuming func finish(began: UInt64? = nil, ended: UInt64? = nil) -> Forest {
    var forest = Forest()
    forest.began = min(began ?? .max, firstTime == .max ? began ?? 0 : firstTime)
    forest.ended = max(ended ?? 0, lastTime, forest.began)
    forest.records = records
    forest.lost = lost.count
    forest.lostMayBeMore = lost.isUnknown
    forest.lostRanges = lost.merged()
    forest.totals = totals
    forest.marks = marks.sorted { $0.time < $1.time }
    forest.owners = owners
    forest.ownerIndices = ownerIndices
    forest.connections = connections
    forest.siteCount = sites.entries.count
    forest.calm = threads.calm
    forest.acts = threads.acts
    forest.actCount = actCount
    forest.lastFresh = lastFresh
    forest.numbers = numbers
    forest.lives = lives
    lives = []
    forest.numberByBirth()
    forest.orderTopDown()
    forest.findDoubts()
    forest.confirmLateness()
    forest.findShapes()
    return forest
  }
}

extension Forest {
  /// Replaces the provisional numbers, which are in the order of arrival.
  fileprivate mutating func numberByBirth() {
    guard !zip(lives, lives.dropFirst()).allSatisfy({ $0.subscribedAt <= $1.subscribedAt }) else { return }
    let order = lives.indices.sorted { left, right in
      let (leftTime, rightTime) = (lives[left].subscribedAt, lives[right].subscribedAt)
      return leftTime == rightTime ? left < right : leftTime < rightTime
    }
    var numbered = [Int](repeating: 0, count: lives.count)
    for (position, index) in order.enumerated() { numbered[index] = position + 1 }
    lives = order.map { lives[$0] }
    numbers.remap { numbered[$0 - 1] }
    for index in lives.indices { lives[index].renumber { numbered[$0 - 1] } }
    for index in owners.indices { owners[index].lives = owners[index].lives.map { numbered[$0 - 1] } }
    for index in connections.indices {
      connections[index].source = connections[index].source.map { numbered[$0 - 1] }
      connections[index].members = connections[index].members.map { numbered[$0 - 1] }
    }
  }

  /// Lists downstreams before their upstreams. A damaged trace can hold circles: each is cut once.
  fileprivate mutating func orderTopDown() {
    topDown.reserveCapacity(lives.count)
    var isReached = [Bool](repeating: false, count: lives.count)
    for index in lives.indices where lives[index].downstream == nil { reach(index, &isReached) }
    guard topDown.count < lives.count else { return }
    var walk = [Int](repeating: 0, count: lives.count)
    for start in lives.indices where !isReached[start] {
      var index = start
      while walk[index] != start + 1, let downstream = lives[index].downstream {
        walk[index] = start + 1
        index = downstream - 1
      }
      if let downstream = lives[index].downstream {
        lives[downstream - 1].upstreams = LifeNumbers(
          lives[downstream - 1].upstreams.filter { $0 != index + 1 })
        lives[index].downstream = nil
        totals.contradictions += 1
      }
      reach(index, &isReached)
    }
  }

  private mutating func reach(_ root: Int, _ isReached: inout [Bool]) {
    isReached[root] = true
    var next = topDown.count
    topDown.append(root)
    while next < topDown.count {
      for upstream in lives[topDown[next]].upstreams where !isReached[upstream - 1] {
        isReached[upstream - 1] = true
        topDown.append(upstream - 1)
      }
      next += 1
    }
  }

  fileprivate mutating func findDoubts() {
    guard !lostRanges.isEmpty else { return }
    for index in lives.indices {
      let born = lives[index].subscribedAt
      if lostRanges.meets(born, max(lives[index].endedAt ?? ended, born)) {
        lives[index].flags.insert(.doubtful)
      }
    }
  }
}

extension Life {
  /// Replaces each provisional number.
  fileprivate mutating func renumber(_ numbered: (Int) -> Int) {
    number = numbered(number)
    downstream = downstream.map(numbered)
    if let control = stoppedBy { rare[0].stoppedBy = UInt32(clamping: numbered(control)) }
    if !cycle.isEmpty { rare[0].cycle = cycle.map(numbered) }
    if flags.contains(.sourceStopped) {
      rare[0].stoppedSource = UInt32(clamping: numbered(Int(rare[0].stoppedSource)))
    }
    upstreams.renumber(numbered)
    for index in causes.indices { causes[index].life = numbered(causes[index].life) }
    if isLate { lateBecause = UInt32(clamping: numbered(Int(lateBecause))) }
    end.renumber(numbered)
    disposalFields.renumber(numbered)
  }
}
