internal import TraceFormat

/// Which life leaks by which break.
///
/// The rules look at the facts and give breaks. Here the breaks claim lives: each life belongs to the first
/// break that claims it. The surest breaks come first, and each phase knows the claims of the phases before
/// it.
struct Judgement: Sendable {
  let facts: Facts
  private let searches: [Search]
  /// The facts are about the program before it came to its end: see ``Forest/beforeItsEnd()``.
  private let isBeforeItsEnd: Bool
  private(set) var breaks: [Break] = []
  /// Which break each life leaks through.
  private(set) var claims: LifeMap<Int?>
  /// Why a living life is no leak although its downstream is gone.
  private(set) var excuses: LifeMap<Verdict.Reason?>
  /// Why rules let living lives be, if somebody asks.
  private(set) var acquittals: Acquittals
  /// For each life its living upstreams that carry data and that no break has claimed: they keep it alive.
  private var reasonsToLive: LifeMap<Int>

  init(_ facts: Facts, by searches: [Search] = Rules.searches, isBeforeItsEnd: Bool = false) {
    self.facts = facts
    self.searches = searches
    self.isBeforeItsEnd = isBeforeItsEnd
    let count = facts.forest.lives.count
    claims = LifeMap(nil, count: count)
    excuses = LifeMap(nil, count: count)
    acquittals = Acquittals(isAsked: facts.explains)
    reasonsToLive = LifeMap(0, count: count)
    for life in facts.forest.living where life.carriesData {
      if let downstream = life.downstream { reasonsToLive[downstream.index] += 1 }
    }
    judge()
  }

  private mutating func judge() {
    let all = candidates(in: Search.Phase.proof ... .handle).map { facts.isYoung($0) ? $0.due(false) : $0 }
    let found = all.filter(\.isDue)
    for confidence in Confidence.allCases.reversed() where confidence != .possible {
      for candidate in found where candidate.confidence == confidence {
        if !candidate.reason.traits.contains(.ofHandle) { claim(candidate) }
      }
    }
    // Only now it is known which lives have no other reason to live. A subscription that a stop signal in its
    // place would have ended needs no handle.
    for index in breaks.indices where breaks[index].reason.isOfStop { climb(from: index) }
    // Nor does a subscription that waits for an end which its closure does not pass on.
    let untold = Set(found.lazy.filter { $0.reason == .endNotPassedOn }.map(\.top))
    for candidate in found where candidate.confidence != .possible {
      let isOfHandle = candidate.reason.traits.contains(.ofHandle)
      if isOfHandle, !untold.contains(candidate.top) { claim(candidate) }
    }
    judgeBeforeItsEnd()
    let grown = candidates(in: Search.Phase.growth ... .growth).filter { !facts.isYoung($0) }
    for candidate in grown where candidate.confidence != .possible { claim(candidate) }
    let proven = breaks.count
    for candidate in found where candidate.confidence == .possible { claim(candidate) }
    for index in breaks.indices.dropFirst(proven) where breaks[index].reason.isOfStop { climb(from: index) }
    let compared = candidates(in: Search.Phase.comparison ... .comparison).filter { !facts.isYoung($0) }
    for candidate in grown + compared { claim(candidate) }
    excuseAsSettling(all.filter { !$0.isDue })
  }

  /// The breaks of all searches of these phases, one search after the other. Excuses count at once.
  private mutating func candidates(in phases: ClosedRange<Search.Phase>) -> [Break] {
    var found: [Break] = []
    for search in searches where phases.contains(search.phase) {
      let result = search.find(facts, self)
      for each in result.excuses { excuse(each) }
      acquittals.add(result.acquittals)
      found += result.breaks
    }
    return found
  }

  /// Judges the program as of the moment before it came to its end.
  ///
  /// A program that ends puts away everything that it still has. That hides which signals had stopped in vain
  /// before.
  private mutating func judgeBeforeItsEnd() {
    let forest = facts.forest
    guard !isBeforeItsEnd, let before = forest.beforeItsEnd() else { return }
    let earlier = Judgement(Facts(before, like: facts), by: searches, isBeforeItsEnd: true)
    var numbers: [Int: Int] = [:]
    for (number, var found) in earlier.breaks.enumerated() {
      let root = forest.lives[facts.instance(of: found.top)]
      let isOfFreed = found.reason == .ownerFreed
      guard
        found.reason.traits.contains(.inVain) && !root.hasEnding || isOfFreed
          || found.reason == .leftBehind && forest.endsOrderly && earlier.areFewAmongMany(found)
          || found.reason.traits.contains(.leftAlone) && forest.hasEndedWithAnObject(root),
        let ended = forest.lives[found.top].endedAt, claims[found.top] == nil, forest.isPutAway(root)
      else { continue }
      // It has not outlived the program, and the object may have been a part of the program to the last.
      if isOfFreed { found.confidence = .likely }
      found.evidence.append(EndedWithProgram(life: found.top, time: ended))
      numbers[number] = breaks.count
      breaks.append(found)
    }
    guard !numbers.isEmpty else { return }
    for index in forest.lives.indices where claims[index] == nil && !forest.lives[index].isAlive {
      claims[index] = earlier.claims[index].flatMap { numbers[$0] }
    }
  }

  /// Whether very many others of its kind have ended, and few are left.
  ///
  /// A program may have kept on purpose the subscriptions that it puts away at its end.
  private func areFewAmongMany(_ found: Break) -> Bool {
    guard let kind = facts.kinds[facts.instance(of: found.top)] else { return false }
    return kind.alive >= Thresholds.fewestLeft && kind.ended >= Thresholds.manyEnded * kind.alive
  }

  /// A life that is alive only because of something that may still end is settling, unless it leaks for
  /// another reason.
  private mutating func excuseAsSettling(_ candidates: [Break]) {
    let known = breaks.count
    for candidate in candidates { claim(candidate) }
    guard breaks.count > known else { return }
    for index in breaks.indices.dropFirst(known) where breaks[index].reason.isOfStop { climb(from: index) }
    for index in facts.forest.lives.indices {
      guard let claim = claims[index], claim >= known else { continue }
      claims[index] = nil
      excuses[index] = .settling
      let rule = breaks[claim].reason
      let settle = facts.settle
      acquittals.add(
        index, by: rule, .decided,
        NotDueYet(life: index, title: Rules.rule(of: rule).description.title, settle: settle))
    }
    breaks.removeLast(breaks.count - known)
  }

  private mutating func excuse(_ excuse: Excuse) {
    forEachLiving(from: excuse.top) { judgement, index in
      guard judgement.excuses[index] == nil else { return false }
      judgement.excuses[index] = excuse.reason
      judgement.acquittals.add(index, by: excuse.rule, .decided, excuse.evidence)
      return true
    }
  }

  /// Everything alive upstream of the break leaks with it, unless it leaks for a better reason.
  private mutating func claim(_ candidate: Break) {
    guard facts.doubt(candidate.top) == nil, claims[candidate.top] == nil else { return }
    // The contract allows to keep one. Here are too many.
    if candidate.reason == .connectionsPileUp { excuses[candidate.top] = nil }
    guard excuses[candidate.top] == nil else { return }
    breaks.append(candidate)
    guard facts.forest.lives[candidate.top].isAlive else {
      for index in [candidate.top] + facts.lateStarts(of: candidate) where claims[index] == nil {
        claims[index] = breaks.count - 1
      }
      return
    }
    claimLiving(from: candidate.top, by: breaks.count - 1)
  }

  private mutating func claimLiving(from top: LifeIndex, by number: Int) {
    forEachLiving(from: top) { judgement, index in
      guard judgement.claims[index] == nil, judgement.excuses[index] == nil else { return false }
      if judgement.facts.doubt(index) == nil { judgement.claim(index, by: number) }
      return true
    }
  }

  private mutating func claim(_ index: LifeIndex, by number: Int) {
    claims[index] = number
    let life = facts.forest.lives[index]
    guard let downstream = life.downstream, life.carriesData else { return }
    reasonsToLive[downstream.index] -= 1
  }

  /// Claims the lives from a flattening operator towards the root that are alive only because of leaked ones.
  private mutating func climb(from number: Int) {
    var next = breaks[number].downstream
    while let index = next {
      let life = facts.forest.lives[index]
      guard life.isAlive, claims[index] == nil, reasonsToLive[index] == 0, facts.doubt(index) == nil else {
        return
      }
      claim(index, by: number)
      for upstream in life.upstreams where !upstream.carriesData {
        claimLiving(from: upstream.index, by: number)
      }
      guard life.role.kind == .source || life.role.kind == .inner else { return }
      next = life.downstream?.index
    }
  }

  /// Visits `top` and the living lives upstream of it, as long as `body` says to go on.
  ///
  /// A shared connection does not belong to one downstream, so it is visited only as `top`.
  private mutating func forEachLiving(
    from top: LifeIndex, _ body: (inout Judgement, LifeIndex) -> Bool
  ) {
    var rest = [top]
    while let index = rest.popLast() {
      let life = facts.forest.lives[index]
      guard life.isAlive, body(&self, index) else { continue }
      for upstream in life.upstreams where upstream.isAlive && upstream.role.kind != .shared {
        rest.append(upstream.index)
      }
    }
  }
}
