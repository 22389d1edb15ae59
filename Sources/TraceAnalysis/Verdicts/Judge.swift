internal import TraceFormat

/// A place where something that should have ended did not.
struct Break: Sendable {
  var reason: Leak.Reason
  var confidence: Confidence
  /// The life that should have ended; what is upstream of it leaks with it.
  var top: LifeIndex
  /// Its downstream, on the other side of the broken link.
  var downstream: LifeIndex?
  /// What the trace says for it, the weightiest first.
  var evidence: [Evidence]
  /// The call to change, and how.
  var site: Site
  var hint: Leak.Hint
  /// Whether there was time enough for the end that is missing; else it may be on its way.
  var isDue = true

  func with(_ confidence: Confidence) -> Break {
    var changed = self
    changed.confidence = confidence
    return changed
  }

  func due(_ isDue: Bool) -> Break {
    var changed = self
    changed.isDue = isDue
    return changed
  }
}

/// Applies the rules to a forest, one after the other.
struct Judge: Sendable {
  let forest: Forest
  let settle: UInt64
  /// The settle time was chosen by the reader: then it alone decides what may still be ending.
  let isSettleChosen: Bool
  /// The forest is what the program was before it came to its end.
  private let isBeforeItsEnd: Bool
  /// The program runs: an end may still come.
  private let isRunning: Bool
  /// What the program did again and again, as far as marks say so.
  let rounds: [Rounds]
  /// Line by line, for groups.
  let places: LifePlaces
  /// The root of each life.
  let roots: LifeTargets
  let kinds: Kinds
  private(set) var breaks: [Break] = []
  /// Which break each life leaks through.
  private(set) var claims: LifeMap<Int?>
  /// Why a living life is not a leak although its downstream is gone.
  private(set) var excuses: LifeMap<Verdict.Reason?>
  /// Living upstreams that carry data and have no claim on them: the reasons for a life to be alive.
  private var reasonsToLive: LifeMap<Int>

  /// - Parameter isBeforeItsEnd: the forest is what the program was before its end: see ``Forest/beforeItsEnd()``.
  init(
    _ forest: Forest, settle: UInt64, isSettleChosen: Bool = false, rounds: [Rounds] = [],
    isBeforeItsEnd: Bool = false, isRunning: Bool = false
  ) {
    let rows = forest.table.rows
    var roots = LifeTargets(ofThemselves: rows.count)
    for index in forest.topDown {
      if let below = rows.downstream(of: index) { roots[index] = roots[below] }
    }
    self.init(
      forest, settle: settle, isSettleChosen: isSettleChosen, rounds: rounds, isBeforeItsEnd: isBeforeItsEnd,
      isRunning: isRunning, places: LifePlaces(forest), roots: roots)
  }

  /// The same, where the places and the roots are known.
  private init(
    _ forest: Forest, settle: UInt64, isSettleChosen: Bool, rounds: [Rounds], isBeforeItsEnd: Bool,
    isRunning: Bool, places: LifePlaces, roots: LifeTargets
  ) {
    self.forest = forest
    self.isRunning = isRunning
    self.isBeforeItsEnd = isBeforeItsEnd
    self.settle = settle
    self.rounds = rounds
    self.isSettleChosen = isSettleChosen
    self.places = places
    self.roots = roots
    kinds = Kinds(forest, places)
    claims = LifeMap(nil, count: forest.lives.count)
    excuses = LifeMap(nil, count: forest.lives.count)
    reasonsToLive = LifeMap(0, count: forest.lives.count)
    for life in forest.living where life.carriesData {
      if let downstream = life.downstream { reasonsToLive[downstream.index] += 1 }
    }
    judge()
  }

  private mutating func judge() {
    let deep = nestedDeep()
    let every =
      downwardBreaks() + strayBreaks() + stopBreaks() + stopLostBreaks() + continuedBreaks() + undoneBreaks()
      + lateStartBreaks() + branchBreaks() + endNotPassedOnBreaks() + ownerBreaks() + handleBreaks()
      + recursionBreaks(deep) + deeperBreaks(deep) + rebegunBreaks() + connectionBreaks()
      + missedStopBreaks()
    let all = every.map { isYoung($0) ? $0.due(false) : $0 }
    let found = all.filter(\.isDue)
    for confidence in Confidence.allCases.reversed() where confidence != .possible {
      for candidate in found where candidate.confidence == confidence && !candidate.reason.isOfHandle {
        claim(candidate)
      }
    }
    // Only now is it known what has no other reason to live. What a stop signal in its place would have ended needs no
    // handle.
    for index in breaks.indices where breaks[index].reason.isOfStop { climb(from: index) }
    // Nor does what waits for an end that its closure does not pass on.
    let untold = Set(found.lazy.filter { $0.reason == .endNotPassedOn }.map(\.top))
    for candidate in found where candidate.confidence != .possible && candidate.reason.isOfHandle {
      if !untold.contains(candidate.top) { claim(candidate) }
    }
    judgeBeforeItsEnd()
    let grown = growthBreaks().filter { !isYoung($0) }
    for candidate in grown where candidate.confidence != .possible { claim(candidate) }
    let proven = breaks.count
    for candidate in found where candidate.confidence == .possible { claim(candidate) }
    for index in breaks.indices.dropFirst(proven) where breaks[index].reason.isOfStop { climb(from: index) }
    for candidate in grown + leftBehindBreaks().filter({ !isYoung($0) }) { claim(candidate) }
    excuseAsSettling(all.filter { !$0.isDue })
  }

  /// A program that puts away what it still has, and ends, hides what signals had stopped in vain before: that is judged as
  /// of the moment before.
  private mutating func judgeBeforeItsEnd() {
    guard !isBeforeItsEnd, let before = forest.beforeItsEnd() else { return }
    let judge = Judge(
      before, settle: settle, isSettleChosen: isSettleChosen, rounds: rounds, isBeforeItsEnd: true,
      isRunning: isRunning, places: places, roots: roots)
    var numbers: [Int: Int] = [:]
    for (number, var found) in judge.breaks.enumerated() {
      let root = forest.lives[instance(of: found.top)]
      let isOfFreed = found.reason == .ownerFreed
      guard
        found.reason.isInVain && !root.hasEnding || isOfFreed
          || found.reason == .leftBehind && forest.endsOrderly && judge.areFewAmongMany(found)
          || found.reason.isLeftAlone && forest.hasEndedWithAnObject(root),
        let ended = forest.lives[found.top].endedAt, claims[found.top] == nil, forest.isPutAway(root)
      else { continue }
      // It has not outlived the program, of which the object may have been a part to the last.
      if isOfFreed { found.confidence = .likely }
      found.evidence.append(.endedWithProgram(found.top, at: ended))
      numbers[number] = breaks.count
      breaks.append(found)
    }
    guard !numbers.isEmpty else { return }
    for index in forest.lives.indices where claims[index] == nil && !forest.lives[index].isAlive {
      claims[index] = judge.claims[index].flatMap { numbers[$0] }
    }
  }

  /// Whether very many others of its kind have ended in turn with the few that are left. What a program puts away at its end it may
  /// have kept on purpose.
  private func areFewAmongMany(_ found: Break) -> Bool {
    guard let kind = kinds[instance(of: found.top)] else { return false }
    return kind.alive >= Self.fewestEnded && kind.ended >= Self.manyEnded * kind.alive
  }

  /// What is alive only because of what may still be ending is settling, unless it leaks for another reason.
  private mutating func excuseAsSettling(_ candidates: [Break]) {
    let known = breaks.count
    for candidate in candidates { claim(candidate) }
    guard breaks.count > known else { return }
    for index in breaks.indices.dropFirst(known) where breaks[index].reason.isOfStop { climb(from: index) }
    for index in forest.lives.indices {
      guard let claim = claims[index], claim >= known else { continue }
      claims[index] = nil
      excuses[index] = .settling
    }
    breaks.removeLast(breaks.count - known)
  }

  /// So many of a kind have to have ended before the longest of them says how old one becomes.
  private static let fewestEnded = 3
  /// For each that is left, so many have ended.
  private static let manyEnded = 8

  /// Whether nothing but a missing end speaks against it, and it is no older than others of its kind became.
  private func isYoung(_ candidate: Break) -> Bool {
    guard isRunning, candidate.reason.isOfHandle || candidate.confidence == .possible else { return false }
    let index = instance(of: candidate.top)
    guard let kind = kinds[index], kind.ended >= Self.fewestEnded else { return false }
    let life = forest.lives[index]
    return life.isAlive && forest.ended - min(forest.ended, life.subscribedAt) <= kind.longest
  }

  /// Whether what happened at `time` on `thread` has had its effect by the end of the recording: time enough has
  /// passed, or the thread has gone on to do something else, or the program has come to its own end.
  func isSettled(_ time: UInt64, on thread: ThreadID?) -> Bool {
    let (due, overflow) = time.addingReportingOverflow(settle)
    if !overflow, due <= forest.ended { return true }
    guard !isSettleChosen else { return false }
    guard let thread else { return forest.endsOrderly }
    if forest.calm[thread] ?? 0 > time { return true }
    // The program's end takes a thread that is in the midst of its work as it is.
    return forest.endsOrderly && forest.works[thread].map { $0 > time } ?? true
  }

  /// Whether `life`, whose end is due since `time`, may be in the hands of a thread that the recording leaves in the midst
  /// of its work: what another thread disposes meanwhile ends as that work comes back.
  func isInHand(_ life: LifeIndex, since time: UInt64, on thread: ThreadID?) -> Bool {
    guard !forest.works.isEmpty, forest.ended - min(forest.ended, time) < settle else { return false }
    return keepers(of: life).contains { keeper in
      guard let began = forest.works[keeper.lastThread], keeper.lastThread != thread,
        let sent = keeper.lastValueAt
      else { return false }
      return began <= sent
    }
  }

  /// Why nothing can be said about a living life.
  func doubt(_ index: LifeIndex) -> Verdict.Doubt? {
    if forest.isSnapshot { return .snapshot }
    let life = forest.lives[index]
    if life.isBeginningMissing { return .beginningMissing }
    if life.wasAliveBefore { return .aliveBefore }
    return life.mayHaveLostEvents ? .eventsLost : nil
  }

  mutating func excuse(_ top: LifeIndex, _ reason: Verdict.Reason) {
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
      for index in [candidate.top] + lateStarts(of: candidate) where claims[index] == nil {
        claims[index] = breaks.count - 1
      }
      return
    }
    claimLiving(from: candidate.top, by: breaks.count - 1)
  }

  private mutating func claimLiving(from top: LifeIndex, by number: Int) {
    forEachLiving(from: top) { judge, index in
      guard judge.claims[index] == nil, judge.excuses[index] == nil else { return false }
      if judge.doubt(index) == nil { judge.claim(index, by: number) }
      return true
    }
  }

  private mutating func claim(_ index: LifeIndex, by number: Int) {
    claims[index] = number
    let life = forest.lives[index]
    guard let downstream = life.downstream, life.carriesData else { return }
    reasonsToLive[downstream.index] -= 1
  }

  /// From a flattening operator towards the root: who is alive only because of what has leaked.
  private mutating func climb(from number: Int) {
    var next = breaks[number].downstream
    while let index = next {
      let life = forest.lives[index]
      guard life.isAlive, claims[index] == nil, reasonsToLive[index] == 0, doubt(index) == nil else { return }
      claim(index, by: number)
      for upstream in life.upstreams where !upstream.carriesData {
        claimLiving(from: upstream.index, by: number)
      }
      guard life.role.kind == .source || life.role.kind == .inner else { return }
      next = life.downstream?.index
    }
  }

  /// Visits `top` and what is alive upstream of it, as long as `body` says to go on. A shared connection
  /// does not belong to one downstream, so it is visited only as `top`.
  private mutating func forEachLiving(from top: LifeIndex, _ body: (inout Judge, LifeIndex) -> Bool) {
    var rest = [top]
    while let index = rest.popLast() {
      let life = forest.lives[index]
      guard life.isAlive, body(&self, index) else { continue }
      for upstream in life.upstreams where upstream.isAlive && upstream.role.kind != .shared {
        rest.append(upstream.index)
      }
    }
  }
}

extension Life {
  /// A control signal tells its downstream when to do something, and does not keep it alive.
  var carriesData: Bool { role.kind != .control }
}
