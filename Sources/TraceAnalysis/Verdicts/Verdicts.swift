/// The leaks and suspects of a trace, and a verdict on each subscription.
public struct Verdicts: Sendable {
  public struct Options: Sendable {
    /// A beginning or an end this long before the end of the recording does not count. Nil: the smaller of
    /// 500 ms and a tenth of the recording, unless later events show that everything had come to rest.
    public var settle: Duration?
    /// Leaks of less confidence are not listed.
    public var minimum: Confidence
    /// The text of the marks that end rounds. Nil: of those that came often.
    public var rounds: String?
    /// The moments of two marks between which everything that begins should end.
    public var between: ClosedRange<UInt64>?
    /// The program runs. A subscription that only lacks an end is not listed yet, if it is younger than
    /// others of its kind became.
    public var isRunning: Bool
    /// Somebody asks why living subscriptions belong to no leak: see ``Verdicts/acquittals(of:)``.
    package var explains = false
    /// The moment at which the test ended that all subscriptions and tasks belong to: each task should end,
    /// too.
    package var testEnded: UInt64?

    public init(
      settle: Duration? = nil, minimum: Confidence = .possible, rounds: String? = nil,
      between: ClosedRange<UInt64>? = nil, isRunning: Bool = false
    ) {
      self.settle = settle
      self.minimum = minimum
      self.rounds = rounds
      self.between = between
      self.isRunning = isRunning
    }
  }

  /// How many subscriptions have each verdict.
  public struct Counts: Sendable, Hashable {
    /// The ones that ended in time.
    public internal(set) var finished = 0
    /// All that leaked, whether they are alive or have ended since.
    public internal(set) var leaked = 0
    /// Of those that leaked: those that have ended since.
    public internal(set) var leakedAndEnded = 0
    public internal(set) var open = 0
    /// Of those that are open.
    public internal(set) var suspected = 0
    /// Of those that are open: their end may be on its way.
    public internal(set) var settling = 0
    public internal(set) var longLived = 0
    public internal(set) var unknown = 0

    /// The ones that leaked and are alive.
    public var leakedAndAlive: Int { leaked - leakedAndEnded }
    public var alive: Int { leakedAndAlive + open + longLived + unknown }
  }

  /// In nanoseconds.
  package let settle: UInt64
  /// Leaks of less confidence are not listed.
  package let minimum: Confidence
  /// The rounds of the program, as far as marks tell of them.
  package let rounds: [Rounds]
  /// The moments between which everything that begins should end, if somebody named them.
  package let between: ClosedRange<UInt64>?
  /// The certain and likely ones: the surest first, then the largest.
  public let leaks: [Leak]
  /// The possible ones: the largest first.
  public let suspects: [Leak]
  public let counts: Counts
  let all: LifeMap<Verdict>
  /// For each life the leak that tells of it, counted through leaks and suspects.
  private let leakOfLife: NarrowNumbers
  private let acquittalsOfLife: [LifeIndex: [Acquittal]]

  /// Judges every life of `forest`.
  public init(_ forest: Forest, options: Options = Options()) {
    let length = forest.ended - forest.began
    minimum = options.minimum
    settle =
      options.settle.map(\.nanoseconds)
      ?? min(Thresholds.longestSettle.nanoseconds, length / Thresholds.settleParts)
    rounds =
      options.rounds.map { text in Rounds(in: forest, endedBy: text).map { [$0] } ?? [] }
      ?? Rounds.recurring(in: forest)
    between = options.between
    let facts = Facts(
      forest, settle: settle, isSettleChosen: options.settle != nil, rounds: rounds,
      isRunning: options.isRunning, testEnded: options.testEnded, explains: options.explains)
    let judgement = Judgement(facts)
    let groups = LeakGroups(judgement)
    let isLongLived = facts.longLived()
    let listed = groups.leaks.count { $0.confidence >= options.minimum }
    let proven = groups.leaks.count { $0.confidence >= max(options.minimum, .likely) }
    leaks = Array(groups.leaks.prefix(proven))
    suspects = Array(groups.leaks[proven..<listed])
    var leakOfLife = NarrowNumbers(count: forest.lives.count)
    for index in judgement.claims.indices {
      guard let leak = judgement.claims[index].map({ groups.leakOfBreak[$0] }), leak < listed else {
        continue
      }
      leakOfLife[index.position] = UInt32(clamping: leak)
    }
    self.leakOfLife = leakOfLife
    var all = LifeMap(Verdict.finished, count: forest.lives.count)
    func verdict(_ index: LifeIndex) -> Verdict {
      if let claim = judgement.claims[index] {
        let leak = groups.leakOfBreak[claim]
        return leak < proven ? .leaked(groups.leaks[leak].confidence, leak: leak) : .open(.suspected)
      }
      if let doubt = facts.doubt(index) { return .unknown(doubt) }
      if let excuse = judgement.excuses[index] { return .open(excuse) }
      return isLongLived.contains(index) ? .longLived : .open(.running)
    }
    for index in forest.living.lazy.map(\.index) { all[index] = verdict(index) }
    // A life that leaked and has ended since is a leak as well.
    var ended = 0
    for index in judgement.claims.indices where !forest.lives[index].isAlive {
      guard let leak = judgement.claims[index].map({ groups.leakOfBreak[$0] }), leak < proven else {
        continue
      }
      all[index] = .leaked(groups.leaks[leak].confidence, leak: leak)
      ended += 1
    }
    self.all = all
    acquittalsOfLife =
      options.explains ? facts.acquittals(all, judgement, groups, options.minimum) : [:]
    var counts = Counts(all, leakedAndEnded: ended)
    counts.finished += forest.subscriptionCount - forest.lives.count
    self.counts = counts
  }

  /// Why a living subscription belongs to no leak that is listed, the weightiest reason first. Empty where no
  /// rule came near it, and where nobody has asked.
  package func acquittals(of index: LifeIndex) -> [Acquittal] { acquittalsOfLife[index] ?? [] }

  /// The verdict on the life with this number; nil where there is none.
  public subscript(number: Int) -> Verdict? { self[LifeIndex(number: number)] }

  /// The verdict on this life; nil where the forest has no such life.
  package subscript(index: LifeIndex) -> Verdict? { all.indices.contains(index) ? all[index] : nil }

  /// Whether a leak or a suspect that is listed is about the life with this number.
  package func tells(of number: Int) -> Bool { leak(of: number) != nil }

  /// The leak or the suspect that a life belongs to.
  public func leak(of number: Int) -> Leak? {
    let index = LifeIndex(number: number)
    guard all.indices.contains(index), leakOfLife[index.position] != NarrowNumbers.none else { return nil }
    let leak = Int(leakOfLife[index.position])
    return leak < leaks.count ? leaks[leak] : suspects[leak - leaks.count]
  }
}

extension Verdicts.Counts {
  /// - Parameter leakedAndEnded: how many of those that leaked have ended since.
  init(_ verdicts: some Sequence<Verdict>, leakedAndEnded: Int) {
    self.leakedAndEnded = leakedAndEnded
    for verdict in verdicts {
      switch verdict {
      case .finished: finished += 1
      case .leaked: leaked += 1
      case .open(let reason):
        open += 1
        if reason == .suspected { suspected += 1 }
        if reason == .settling { settling += 1 }
      case .longLived: longLived += 1
      case .unknown: unknown += 1
      }
    }
  }
}

extension Duration {
  /// Negative durations count as none, those too long as the longest.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooLong) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || tooLong ? .max : sum
  }
}
