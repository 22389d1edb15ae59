extension ForestBuilder {
  /// The forest of all records so far.
  ///
  /// - Parameters:
  ///   - began: When the recording began, where that is known; else the time of the first record.
  ///   - ended: When the recording ended, where that is known; else the time of the last record. A program
  ///     that was silent at the end was still alive then.
  package consuming func finish(began: UInt64? = nil, ended: UInt64? = nil) -> Forest {
    takeForest(began: began, ended: ended)
  }

  /// The same, by a builder that begins anew then: so that nothing of it is kept twice.
  mutating func takeForest(began: UInt64? = nil, ended: UInt64? = nil) -> Forest {
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
    forest.calm = threads.calm
    forest.acts = threads.acts
    forest.works = threads.works
    forest.actCount = actCount
    forest.lastFresh = lastFresh
    forest.lastRecordAt = lastTime
    forest.numbers = numbers
    forest.folded = folded
    forest.folded.standIns = ghost == 0 ? 0 : 1
    var draft = ForestDraft(forest: forest, lives: lives)
    let sites = sites.entries
    self = ForestBuilder(options: options)
    return draft.finish(sites)
  }
}

/// A forest whose lives can still be changed.
struct ForestDraft {
  var forest: Forest
  var lives: LifeRows
  /// Indices of `lives`, downstreams before their upstreams.
  private(set) var topDown = LifeIndices()
  private(set) var upstreams = UpstreamLists()

  init(forest: Forest, lives: LifeRows) {
    self.forest = forest
    self.lives = lives
  }

  mutating func finish(_ sites: [SiteEntry]) -> Forest {
    lives.forgetNextUpstreams()
    numberByBirth()
    cutCircles()
    upstreams = UpstreamLists(lives)
    orderTopDown()
    findDoubts()
    confirmLateness()
    lives.packAll()
    forest.table = LifeTable(lives, sites, topDown: topDown, upstreams: upstreams)
    return forest
  }

  /// Replaces the provisional numbers, which are in the order of arrival.
  private mutating func numberByBirth() {
    var last: UInt64 = 0
    let isOrdered = lives.indices.allSatisfy { index in
      let time = lives.subscribedAt(of: index)
      defer { last = time }
      return last <= time
    }
    guard !isOrdered else { return }
    var order = lives.indices.map { UInt32(clamping: $0) }
    let times = lives.indices.map { lives.subscribedAt(of: $0) }
    order.sort { left, right in
      let (leftTime, rightTime) = (times[Int(left)], times[Int(right)])
      return leftTime == rightTime ? left < right : leftTime < rightTime
    }
    var numbered = [UInt32](repeating: 0, count: lives.count)
    for (position, index) in order.enumerated() { numbered[Int(index)] = UInt32(clamping: position + 1) }
    lives.reorder(order) { numbered[Int($0) - 1] }
    forest.numbers.remap { Int(numbered[$0 - 1]) }
    forest.owners.renumber { numbered[Int($0) - 1] }
    for index in forest.connections.indices {
      forest.connections[index].source = forest.connections[index].source.map { Int(numbered[$0 - 1]) }
      forest.connections[index].members = forest.connections[index].members.map { Int(numbered[$0 - 1]) }
    }
  }

  /// A damaged trace can hold circles: each is cut once.
  private mutating func cutCircles() {
    // Where each was born after its downstream there is none.
    guard lives.indices.contains(where: { lives.downstream(of: $0) ?? 0 > $0 }) else { return }
    var walk = [UInt32](repeating: 0, count: lives.count)
    for start in lives.indices where walk[start] == 0 {
      let mark = UInt32(clamping: start + 1)
      var index = start
      while walk[index] == 0, let downstream = lives.downstream(of: index) {
        walk[index] = mark
        index = downstream - 1
      }
      if walk[index] == mark {
        lives[index].downstream = 0
        forest.totals.contradictions += 1
      }
      walk[index] = mark
    }
  }

  private mutating func orderTopDown() {
    var next = 0
    for root in lives.indices where lives.downstream(of: root) == nil {
      topDown.append(root)
      while next < topDown.count {
        for upstream in upstreams[topDown[next]] { topDown.append(upstream - 1) }
        next += 1
      }
    }
  }

  private mutating func findDoubts() {
    guard !forest.lostRanges.isEmpty else { return }
    let isDoubtful = lives.indices.map { index in
      let born = lives.subscribedAt(of: index)
      return forest.lostRanges.meets(born, max(lives.endedAt(of: index) ?? forest.ended, born))
    }
    lives.makeDoubtful { isDoubtful[$0] }
  }
}
