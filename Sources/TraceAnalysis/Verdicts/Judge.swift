internal import TraceFormat

/// A place where something that should have ended did not.
struct Break: Sendable {
  var reason: Leak.Reason
  var confidence: Confidence
  /// Index of the life that should have ended; what is upstream of it leaks with it.
  var top: Int
  /// Index of its downstream, on the other side of the broken link.
  var downstream: Int?
  /// What the trace says for it, the weightiest first.
  var evidence: [Evidence]
  /// The call to change, and how.
  var site: Site
  var hint: Leak.Hint
}

/// Applies the rules to a forest, one after the other. Indices are those of `forest.lives`.
struct Judge: Sendable {
  let forest: Forest
  let settle: UInt64
  /// The settle time was chosen by the reader: then it alone decides what may still be ending.
  let isSettleChosen: Bool
  /// What the program did again and again, as far as marks say so.
  let rounds: [Rounds]
  /// Line by line, for groups.
  let places: LifePlaces
  /// The root of each life.
  let roots: LifeIndices
  let kinds: Kinds
  private(set) var breaks: [Break] = []
  /// Which break each life leaks through.
  private(set) var claims: LifeMap<Int?>
  /// Why a living life is not a leak although its downstream is gone.
  private(set) var excuses: LifeMap<Verdict.Reason?>
  /// Living upstreams that carry data and have no claim on them: the reasons for a life to be alive.
  private var reasonsToLive: LifeMap<Int>

  init(_ forest: Forest, settle: UInt64, isSettleChosen: Bool = false, rounds: [Rounds] = []) {
    self.forest = forest
    self.settle = settle
    self.rounds = rounds
    self.isSettleChosen = isSettleChosen
    places = LifePlaces(forest)
    var roots = LifeIndices(forest.lives.indices)
    for index in forest.topDown {
      if let below = forest.lives[index].downstream { roots[index] = roots[below - 1] }
    }
    self.roots = roots
    kinds = Kinds(forest, places)
    claims = LifeMap(nil, count: forest.lives.count)
    excuses = LifeMap(nil, count: forest.lives.count)
    reasonsToLive = LifeMap(0, count: forest.lives.count)
    for life in forest.lives where life.isAlive && life.carriesData {
      if let downstream = life.downstream { reasonsToLive[downstream - 1] += 1 }
    }
    judge()
  }

  private mutating func judge() {
    let found =
      downwardBreaks() + strayBreaks() + stopBreaks() + stopLostBreaks() + continuedBreaks() + undoneBreaks()
      + branchBreaks() + ownerBreaks() + handleBreaks() + recursionBreaks() + connectionBreaks()
    for confidence in Confidence.allCases.reversed() where confidence != .possible {
      for candidate in found where candidate.confidence == confidence { claim(candidate) }
    }
    // Only now is it known what has no other reason to live.
    for index in breaks.indices where breaks[index].reason.isOfStop { climb(from: index) }
    let grown = growthBreaks()
    for candidate in grown where candidate.confidence != .possible { claim(candidate) }
    let proven = breaks.count
    for candidate in found where candidate.confidence == .possible { claim(candidate) }
    for index in breaks.indices.dropFirst(proven) where breaks[index].reason.isOfStop { climb(from: index) }
    for candidate in grown + leftBehindBreaks() { claim(candidate) }
  }

  /// Whether what happened at `time` on `thread` has had its effect by the end of the recording: time enough has
  /// passed, or the thread has gone on to do something else, or the program has come to its own end.
  func isSettled(_ time: UInt64, on thread: ThreadID?) -> Bool {
    let (due, overflow) = time.addingReportingOverflow(settle)
    if !overflow, due <= forest.ended { return true }
    guard !isSettleChosen else { return false }
    if forest.endsOrderly { return true }
    guard let thread else { return false }
    return forest.calm[thread] ?? 0 > time
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
    // By contract it is kept, and still there are too many of it.
    if candidate.reason == .connectionsPileUp { excuses[candidate.top] = nil }
    guard excuses[candidate.top] == nil else { return }
    breaks.append(candidate)
    guard forest.lives[candidate.top].isAlive else {
      claims[candidate.top] = breaks.count - 1
      return
    }
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
