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
    forest.unheard = unheard
    forest.abandoned = abandoned
    forest.endCalls = endCalls
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
    forest.lifeIndices = lifeIndices
    forest.folded = folded
    forest.folded.standIns = ghost == nil ? 0 : 1
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
  /// All lives, downstreams before their upstreams.
  private(set) var topDown = LifeIndices()
  private(set) var upstreams = UpstreamLists()

  init(forest: Forest, lives: LifeRows) {
    self.forest = forest
    self.lives = lives
  }

  mutating func finish(_ sites: [SiteEntry]) -> Forest {
    lives.forgetNextUpstreams()
    orderByBirth()
    cutCircles()
    upstreams = UpstreamLists(lives)
    orderTopDown()
    findDoubts()
    confirmLateness()
    lives.packAll()
    forest.table = LifeTable(lives, sites, topDown: topDown, upstreams: upstreams)
    return forest
  }

  /// Puts lives, which are in the order of arrival, into that of birth.
  private mutating func orderByBirth() {
    var last: UInt64 = 0
    let isOrdered = lives.indices.allSatisfy { index in
      let time = lives.subscribedAt(of: index)
      defer { last = time }
      return last <= time
    }
    guard !isOrdered else { return }
    let times = lives.indices.map { lives.subscribedAt(of: $0) }
    var order = times.indices.map { UInt32(clamping: $0) }
    order.sort { left, right in
      let (leftTime, rightTime) = (times[Int(left)], times[Int(right)])
      return leftTime == rightTime ? left < right : leftTime < rightTime
    }
    var places = [UInt32](repeating: 0, count: lives.count)
    for (place, position) in order.enumerated() { places[Int(position)] = UInt32(clamping: place) }
    func newIndex(_ old: LifeIndex) -> LifeIndex { LifeIndex(Int(places[old.position])) }
    lives.reorder(order) { newIndex($0) }
    forest.lifeIndices.remap { Int(places[$0]) }
    forest.owners.move { newIndex($0) }
    for place in forest.connections.indices {
      forest.connections[place].source = forest.connections[place].source.map(newIndex)
      forest.connections[place].members = forest.connections[place].members.map(newIndex)
    }
  }

  /// A damaged trace can hold circles: each is cut once.
  private mutating func cutCircles() {
    // Where each was born after its downstream there is none.
    guard lives.indices.contains(where: { index in lives.downstream(of: index).map { $0 >= index } ?? false })
    else { return }
    // The life from which each was first come to.
    var walk = LifeArray(repeating: LifeLink.none, count: lives.count)
    for start in lives.indices where walk[start] == .none {
      let mark = LifeLink(start)
      var index = start
      while walk[index] == .none, let downstream = lives.downstream(of: index) {
        walk[index] = mark
        index = downstream
      }
      if walk[index] == mark {
        lives[index].downstream = .none
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
        for upstream in upstreams[topDown[next]] { topDown.append(upstream) }
        next += 1
      }
    }
  }

  private mutating func findDoubts() {
    guard !forest.lostRanges.isEmpty else { return }
    var isDoubtful = LifeArray(repeating: false, count: lives.count)
    for index in lives.indices {
      let born = lives.subscribedAt(of: index)
      isDoubtful[index] =
        forest.lostRanges.meets(born, max(lives.endedAt(of: index) ?? forest.ended, born))
    }
    lives.makeDoubtful { isDoubtful[$0] }
  }
}
