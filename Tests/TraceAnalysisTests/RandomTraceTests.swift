import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Any records, in any order: nothing traps, and the numbers agree with each other.
struct RandomTraceTests {
  /// The same numbers in every run. (SplitMix64.)
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }

  private let sites = (1...6).map { line in
    Site(
      operatorName: ["subscribe", "create", "flatMap", "take(until:)", "share", "interval"][line - 1],
      file: "a.swift", line: UInt32(line))
  }

  private func event(_ generator: inout Generator, ids: UInt64) -> TraceEvent {
    let id = SubscriptionID(.random(in: 1...ids, using: &generator))!
    let other = SubscriptionID(.random(in: 0...ids, using: &generator))
    let event = EventID(
      thread: ThreadID(rawValue: .random(in: 1...3, using: &generator)),
      sequence: .random(in: 1...200, using: &generator))
    let cause = EventID(
      thread: event.thread, sequence: .random(in: 0...200, using: &generator))
    let role = Role(rawValue: .random(in: 0...6, using: &generator))
    let owner = OwnerID(.random(in: 0...3, using: &generator))
    let site = sites.randomElement(using: &generator)!
    let reason = DisposalReason.allCases.randomElement(using: &generator)!
    switch Int.random(in: 0..<30, using: &generator) {
    case 0..<6: return .subscribed(id, downstream: other, role: role, site: site)
    case 6..<10: return .next(id, event: event, cause: cause, value: nil)
    case 10: return .error(id, event: event, cause: cause, description: "no")
    case 11: return .completed(id, event: event, cause: cause)
    case 12..<14: return .disposed(id, event: event, cause: cause, reason: reason)
    case 14: return .named(id, owner: owner, label: "a")
    case 15: return .released(id)
    case 16: return .handleReleased(id)
    case 17: return .dropped(id, .next)
    case 18: return .overlap(id, other: event.thread)
    case 19: return .connected(connection: id.rawValue, source: other, subscribers: 1)
    case 20: return .disconnected(connection: id.rawValue, source: other, subscribers: 0)
    case 21: return .aliveBefore(id, downstream: other, role: role, site: site, since: id.rawValue)
    case 22: return .lost(count: id.rawValue, since: id.rawValue)
    case 23: return .ownerDisposed(owner ?? OwnerID(1)!, children: 1)
    case 24: return .childAdded(owner ?? OwnerID(1)!, child: id.rawValue, total: .max)
    case 25: return .joinedSource(id, source: other?.rawValue ?? .max)
    case 26: return .subscribedAgain(id, first: other ?? id)
    case 27:
      return .unheard(
        source: id.rawValue, within: cause, count: other?.rawValue ?? .max, ended: role.rawValue & 1)
    case 28: return .abandoned(source: id.rawValue)
    default: return .mark(event, text: "here")
    }
  }

  private func forest(seed: UInt64) -> Forest {
    var generator = Generator(state: seed)
    var builder = ForestBuilder()
    let ids = UInt64.random(in: 1...60, using: &generator)
    let losesSome = Bool.random(using: &generator)
    for step in 0..<UInt64.random(in: 0...400, using: &generator) {
      let time: UInt64 =
        switch seed % 10 {
        case 0: .random(in: .min ... .max, using: &generator)
        // A damaged clock: there is no moment so much later than these.
        case 5: .max - .random(in: 0...3_000_000, using: &generator)
        default: step * 1_000_000 + .random(in: 0...5_000_000, using: &generator)
        }
      let event = event(&generator, ids: ids)
      if case .lost = event, !losesSome { continue }
      let thread = ThreadID(rawValue: .random(in: 0...3, using: &generator))
      builder.add(TraceRecord(time: time, thread: thread, event: event))
    }
    return builder.finish()
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `The forest is a forest and every verdict fits`(part: UInt64) throws {
    for seed in part * 25..<(part + 1) * 25 {
      let forest = forest(seed: seed)
      try check(forest)
      for minimum in Confidence.allCases {
        try check(forest, Verdicts(forest, options: Verdicts.Options(minimum: minimum)))
      }
    }
  }

  private func check(_ forest: Forest) throws {
    var reached = 0
    for (index, life) in forest.lives.enumerated() {
      try #require(life.number == index + 1)
      try #require(forest[life.id]?.number == life.number)
      try #require(forest.root(of: life.number)?.downstream == nil)
      try #require(life.upstreams.allSatisfy { $0.downstream?.index == life.index })
      try #require(life.lateValues <= life.values)
      try #require(life.lateness.map { $0.because.number <= forest.lives.count } ?? true)
      reached += life.upstreams.count
    }
    try #require(reached + forest.roots.count == forest.lives.count)
    try #require(forest.lives.reduce(0) { $0 + $1.values } == forest.totals.next)
    let joined = forest.lives.filter { $0.hotSource != nil }
    try #require(forest.hotSources.reduce(0) { $0 + $1.members.count } == joined.count)
    try #require(joined.allSatisfy { forest.members(ofSource: $0.hotSource ?? 0).contains($0.index) })
    try #require(
      zip(forest.lives, forest.lives.dropFirst()).allSatisfy { $0.subscribedAt <= $1.subscribedAt })
  }

  private func check(_ forest: Forest, _ verdicts: Verdicts) throws {
    let members = verdicts.leaks.flatMap(\.members)
    try #require(Set(members).count == members.count)
    try #require(verdicts.counts.leaked == members.count)
    try #require(verdicts.counts.alive == forest.lives.count(where: \.isAlive))
    try #require(
      verdicts.counts.finished + verdicts.counts.leakedAndEnded == forest.lives.count { !$0.isAlive })
    for (number, leak) in verdicts.leaks.enumerated() {
      for member in leak.members {
        let life = try #require(forest[member])
        try #require(life.isAlive && !life.mayHaveLostEvents && !life.wasAliveBefore)
        try #require(verdicts[member] == .leaked(leak.confidence, leak: number))
        try #require(verdicts.leak(of: member)?.fingerprint == leak.fingerprint)
      }
      try #require(leak.path.first.flatMap { forest[$0.life] }?.downstream == nil)
      try #require(leak.brokenLink.map { leak.path.indices.contains($0 + 1) } ?? true)
      try #require(leak.instances.contains(leak.representative))
    }
    let stats = Stats(forest, verdicts)
    try #require(stats.alive == verdicts.counts.alive)
    try #require(stats.curve.least >= 0)
    try #require(stats.curve.alive(at: .max) == stats.alive)
    try #require(stats.rows().allSatisfy { $0.peak >= $0.alive })
    for finding in Checks.findings(in: forest, verdicts) {
      try #require(!finding.sentence.parts.isEmpty)
    }
  }

  @Test func `Records of different threads may be slightly out of order`() throws {
    let records = Feedd.records()
    let straight = Verdicts(records.forest(ended: Feedd.ended))
    for seed in 0..<50 as Range<UInt64> {
      var generator = Generator(state: seed)
      // Each thread's records stay in order; those of different threads change places with their neighbours.
      var shuffled = records
      for _ in 0..<200 {
        let place = Int.random(in: 1..<shuffled.count, using: &generator)
        if shuffled[place].thread != shuffled[place - 1].thread { shuffled.swapAt(place, place - 1) }
      }
      let verdicts = Verdicts(shuffled.forest(ended: Feedd.ended))
      #expect(verdicts.counts == straight.counts)
      #expect(verdicts.leaks.map(\.fingerprint) == straight.leaks.map(\.fingerprint))
      #expect(verdicts.leaks.map(\.members) == straight.leaks.map(\.members))
      #expect(verdicts.leaks.map(\.waste) == straight.leaks.map(\.waste))
    }
  }
}
