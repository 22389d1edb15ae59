internal import TraceFormat

/// A place where something that should have ended did not.
struct Break: Sendable {
  var reason: Leak.Reason
  var confidence: Confidence
  /// Index of the life that should have ended; what is upstream of it leaks with it.
  var top: Int
  /// Index of its downstream, on the other side of the broken link.
  var downstream: Int?
}

/// Applies the rules to a forest, one after the other. Indices are those of `forest.lives`.
struct Judge: Sendable {
  let forest: Forest
  let settle: UInt64
  let hashes: [PathHash]
  /// The root of each life.
  let roots: [Int]
  private(set) var breaks: [Break] = []
  /// Which break each life leaks through.
  private(set) var claims: [Int?]
  /// Why a living life is not a leak although its downstream is gone.
  private(set) var excuses: [Verdict.Reason?]
  /// Living upstreams that carry data and have no claim on them: the reasons for a life to be alive.
  private var reasonsToLive: [Int]

  init(_ forest: Forest, settle: UInt64) {
    self.forest = forest
    self.settle = settle
    var hashes = [PathHash](repeating: PathHash(), count: forest.lives.count)
    var roots = Array(forest.lives.indices)
    for index in forest.topDown {
      let below = forest.lives[index].downstream.map { $0 - 1 }
      hashes[index] = (below.map { hashes[$0] } ?? PathHash()).adding(forest.lives[index])
      if let below { roots[index] = roots[below] }
    }
    self.hashes = hashes
    self.roots = roots
    claims = Array(repeating: nil, count: forest.lives.count)
    excuses = Array(repeating: nil, count: forest.lives.count)
    reasonsToLive = Array(repeating: 0, count: forest.lives.count)
    for life in forest.lives where life.isAlive && life.carriesData {
      if let downstream = life.downstream { reasonsToLive[downstream - 1] += 1 }
    }
    judge()
  }

  private mutating func judge() {
    let found = downwardBreaks() + stopSignalBreaks() + ownerBreaks()
    for confidence in Confidence.allCases.reversed() {
      for candidate in found where candidate.confidence == confidence { claim(candidate) }
    }
    // Only now is it known what has no other reason to live.
    for index in breaks.indices where breaks[index].reason == .innerOutlivedStopSignal { climb(from: index) }
    for candidate in growthBreaks() { claim(candidate) }
  }

  /// Whether what happened at `time` has had its effect by the end of the recording.
  func isSettled(_ time: UInt64) -> Bool {
    let (due, overflow) = time.addingReportingOverflow(settle)
    return !overflow && due <= forest.ended
  }

  /// Why nothing can be said about a living life.
  func doubt(_ index: Int) -> Verdict.Doubt? {
    let life = forest.lives[index]
    if life.isBeginningMissing { return .beginningMissing }
    if life.wasAliveBefore { return .aliveBefore }
    return life.mayHaveLostEvents ? .eventsLost : nil
  }

  mutating func excuse(_ top: Int, _ reason: Verdict.Reason) {
    forEachLiving(from: top) { judge, index in
      guard judge.excuses[index] == nil else { return false }
      judge.excuses[index] = reason
      return true
    }
  }

  /// Everything alive upstream of the break leaks with it, unless it leaks for a better reason.
  private mutating func claim(_ candidate: Break) {
    guard doubt(candidate.top) == nil, claims[candidate.top] == nil else { return }
    breaks.append(candidate)
    claimLiving(from: candidate.top, by: breaks.count - 1)
  }

  private mutating func claimLiving(from top: Int, by number: Int) {
    forEachLiving(from: top) { judge, index in
      guard judge.claims[index] == nil, judge.excuses[index] == nil else { return false }
      if judge.doubt(index) == nil { judge.claim(index, by: number) }
      return true
    }
  }

  private mutating func claim(_ index: Int, by number: Int) {
    claims[index] = number
    guard let downstream = forest.lives[index].downstream, forest.lives[index].carriesData else { return }
    reasonsToLive[downstream - 1] -= 1
  }

  /// From a flattening operator towards the root: who is alive only because of what has leaked.
  private mutating func climb(from number: Int) {
    var next = breaks[number].downstream
    while let index = next {
      let life = forest.lives[index]
      guard life.isAlive, claims[index] == nil, reasonsToLive[index] == 0, doubt(index) == nil else { return }
      claim(index, by: number)
      for upstream in life.upstreams where !forest.lives[upstream - 1].carriesData {
        claimLiving(from: upstream - 1, by: number)
      }
      guard life.role.kind == .source || life.role.kind == .inner else { return }
      next = life.downstream.map { $0 - 1 }
    }
  }

  /// Visits `top` and what is alive upstream of it, as long as `body` says to go on. A shared connection
  /// does not belong to one downstream, so it is visited only as `top`.
  private mutating func forEachLiving(from top: Int, _ body: (inout Judge, Int) -> Bool) {
    var rest = [top]
    while let index = rest.popLast() {
      guard forest.lives[index].isAlive, body(&self, index) else { continue }
      for upstream in forest.lives[index].upstreams {
        let life = forest.lives[upstream - 1]
        if life.isAlive, life.role.kind != .shared { rest.append(upstream - 1) }
      }
    }
  }
}

extension Life {
  /// A control signal tells its downstream when to do something, and does not keep it alive.
  var carriesData: Bool { role.kind != .control }
}
