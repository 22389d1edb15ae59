internal import TraceFormat

/// Subscriptions of one kind: the same way from the root, the same line.
struct Kind: Hashable, Sendable {
  let hash: PathHash
  let line: UInt32

  init(_ life: Life, _ hash: PathHash) {
    self.hash = hash
    line = life.site.line
  }
}

extension Judge {
  private static let fewestStarts = 3

  private struct Group {
    var starts = 0
    var ends = 0
    var first = UInt64.max
    var last: UInt64 = 0
    var stopped = 0

    mutating func add(_ life: Life, isStopped: Bool) {
      starts += 1
      if !life.isAlive { ends += 1 }
      first = min(first, life.subscribedAt)
      last = max(last, life.subscribedAt)
      if isStopped { stopped += 1 }
    }
  }

  /// A place that starts subscriptions again and again, of which none has ever ended. Likely a leak where a
  /// stop signal was seen, which the others of its kind have too; else merely possible.
  func growthBreaks() -> [Break] {
    let stopped = stoppedTrees()
    var groups: [Kind: Group] = [:]
    for (index, life) in forest.lives.enumerated() where life.isInstance {
      let kind = Kind(life, hashes[index])
      groups[kind, default: Group()].add(life, isStopped: stopped.contains(index))
    }
    groups = groups.filter { _, group in
      group.ends == 0 && group.starts >= min(Self.fewestStarts, group.stopped > 1 ? 2 : .max)
        && group.last - group.first > settle
    }
    guard !groups.isEmpty else { return [] }
    var breaks: [Break] = []
    var isBelowGrowing = [Bool](repeating: false, count: forest.lives.count)
    for index in forest.topDown {
      let life = forest.lives[index]
      isBelowGrowing[index] = life.downstream.map { isBelowGrowing[$0 - 1] } ?? false
      guard life.isInstance, !isBelowGrowing[index], let group = groups[Kind(life, hashes[index])] else {
        continue
      }
      isBelowGrowing[index] = true
      guard claims[index] == nil, excuses[index] == nil, isSettled(life.subscribedAt) else { continue }
      if group.stopped == 0 {
        breaks.append(Break(reason: .growth, confidence: .possible, top: index))
      } else if stopped.contains(index) {
        breaks.append(Break(reason: .growth, confidence: .likely, top: index))
      }
    }
    return breaks
  }

  /// The living instances in which a stop signal has fired, and that run on.
  private func stoppedTrees() -> Set<Int> {
    var instances = Array(forest.lives.indices)
    var trees: Set<Int> = []
    for index in forest.topDown {
      let life = forest.lives[index]
      if let downstream = life.downstream, !life.isInstance { instances[index] = instances[downstream - 1] }
      guard let time = life.stoppedAt, isSettled(time) else { continue }
      if forest.lives[instances[index]].isAlive { trees.insert(instances[index]) }
    }
    return trees
  }
}

extension Life {
  /// Whether something started it on purpose: `subscribe`, or a flattening operator, or a closure. An
  /// operator's own subscription to its source comes and goes with the operator.
  var isInstance: Bool { downstream == nil || role.kind == .inner || role.kind == .nested }
}
