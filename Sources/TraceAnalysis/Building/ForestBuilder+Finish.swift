extension ForestBuilder {
  /// The forest of all records so far.
  ///
  /// - Parameters:
  ///   - began: When the recording began, where that is known; else the time of the first record.
  ///   - ended: When the recording ended, where that is known; else the time of the last record. A program
  ///     that was silent at the end was still alive then.
  public consuming func finish(began: UInt64? = nil, ended: UInt64? = nil) -> Forest {
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
    forest.actCount = actCount
    forest.lastFresh = lastFresh
    forest.numbers = numbers
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
  private(set) var topDown: [UInt32] = []
  private var allUpstreams: [UInt32] = []

  init(forest: Forest, lives: LifeRows) {
    self.forest = forest
    self.lives = lives
  }

  mutating func finish(_ sites: [SiteEntry]) -> Forest {
    numberByBirth()
    cutCircles()
    listUpstreams()
    orderTopDown()
    findDoubts()
    confirmLateness()
    forest.table = LifeTable(lives, sites, topDown: topDown, upstreams: allUpstreams)
    return forest
  }

  /// Numbers, ascending.
  func upstreams(of index: Int) -> ArraySlice<UInt32> {
    allUpstreams[Int(lives[index].firstUpstream)..<Int(lives[index].lastUpstream)]
  }

  /// Replaces the provisional numbers, which are in the order of arrival.
  private mutating func numberByBirth() {
    var last: UInt64 = 0
    let isOrdered = lives.indices.allSatisfy { index in
      defer { last = lives[index].subscribedAt }
      return last <= lives[index].subscribedAt
    }
    guard !isOrdered else { return }
    var order = lives.indices.map { UInt32(clamping: $0) }
    order.sort { left, right in
      let (leftTime, rightTime) = (lives[Int(left)].subscribedAt, lives[Int(right)].subscribedAt)
      return leftTime == rightTime ? left < right : leftTime < rightTime
    }
    var numbered = [UInt32](repeating: 0, count: lives.count)
    for (position, index) in order.enumerated() { numbered[Int(index)] = UInt32(clamping: position + 1) }
    lives.reorder(order) { numbered[Int($0) - 1] }
    forest.numbers.remap { Int(numbered[$0 - 1]) }
    for index in forest.owners.indices {
      forest.owners[index].lives = forest.owners[index].lives.map { Int(numbered[$0 - 1]) }
    }
    for index in forest.connections.indices {
      forest.connections[index].source = forest.connections[index].source.map { Int(numbered[$0 - 1]) }
      forest.connections[index].members = forest.connections[index].members.map { Int(numbered[$0 - 1]) }
    }
  }

  /// A damaged trace can hold circles: each is cut once.
  private mutating func cutCircles() {
    // Where each was born after its downstream there is none.
    guard lives.indices.contains(where: { Int(lives[$0].downstream) > $0 }) else { return }
    var walk = [UInt32](repeating: 0, count: lives.count)
    for start in lives.indices where walk[start] == 0 {
      let mark = UInt32(clamping: start + 1)
      var index = start
      while walk[index] == 0, lives[index].downstream != 0 {
        walk[index] = mark
        index = Int(lives[index].downstream) - 1
      }
      if walk[index] == mark {
        lives[index].downstream = 0
        forest.totals.contradictions += 1
      }
      walk[index] = mark
    }
  }

  /// Lists for each life what was made for its sake.
  private mutating func listUpstreams() {
    for index in lives.indices { (lives[index].firstUpstream, lives[index].lastUpstream) = (0, 0) }
    for index in lives.indices where lives[index].downstream != 0 {
      lives[Int(lives[index].downstream) - 1].lastUpstream += 1
    }
    var next: UInt32 = 0
    for index in lives.indices {
      let count = lives[index].lastUpstream
      (lives[index].firstUpstream, lives[index].lastUpstream) = (next, next)
      next += count
    }
    allUpstreams = Array(repeating: 0, count: Int(next))
    for index in lives.indices where lives[index].downstream != 0 {
      let downstream = Int(lives[index].downstream) - 1
      allUpstreams[Int(lives[downstream].lastUpstream)] = UInt32(clamping: index + 1)
      lives[downstream].lastUpstream += 1
    }
  }

  private mutating func orderTopDown() {
    topDown.reserveCapacity(lives.count)
    var next = 0
    for root in lives.indices where lives[root].downstream == 0 {
      topDown.append(UInt32(clamping: root))
      while next < topDown.count {
        for upstream in upstreams(of: Int(topDown[next])) { topDown.append(upstream - 1) }
        next += 1
      }
    }
  }

  private mutating func findDoubts() {
    guard !forest.lostRanges.isEmpty else { return }
    for index in lives.indices {
      let born = lives[index].subscribedAt
      if forest.lostRanges.meets(born, max(lives[index].endedAt ?? forest.ended, born)) {
        lives[index].flags.insert(.doubtful)
      }
    }
  }
}
