/// What should have ended and did not, and what is fine.
public struct Verdicts: Sendable {
  public struct Options: Sendable {
    /// What began or ended this long before the end does not count. Nil: the smaller of 500 ms and a tenth
    /// of the recording.
    public var settle: Duration?
    /// Leaks of less confidence are not listed, their subscriptions are `open(.suspected)`.
    public var minimum: Confidence
    /// The text of the marks that end rounds. Nil: of those that came often.
    public var rounds: String?
    /// The moments of two marks between which everything that begins should end.
    public var between: ClosedRange<UInt64>?

    public init(
      settle: Duration? = nil, minimum: Confidence = .likely, rounds: String? = nil,
      between: ClosedRange<UInt64>? = nil
    ) {
      self.settle = settle
      self.minimum = minimum
      self.rounds = rounds
      self.between = between
    }
  }

  /// How many living subscriptions have each verdict, and how many have ended.
  public struct Counts: Sendable, Hashable {
    public internal(set) var finished = 0
    public internal(set) var leaked = 0
    public internal(set) var open = 0
    public internal(set) var longLived = 0
    public internal(set) var unknown = 0

    public var alive: Int { leaked + open + longLived + unknown }
  }

  /// In nanoseconds.
  public let settle: UInt64
  /// What the program did again and again, as far as marks say so.
  public let rounds: [Rounds]
  /// The moments between which everything that begins should end, if somebody named them.
  public let between: ClosedRange<UInt64>?
  /// The surest first, then the largest.
  public let leaks: [Leak]
  public let counts: Counts
  let all: [Verdict]

  /// Judges every life of `forest`.
  public init(_ forest: Forest, options: Options = Options()) {
    let length = forest.ended - forest.began
    settle = options.settle.map(\.nanoseconds) ?? min(500_000_000, length / 10)
    rounds =
      options.rounds.map { text in Rounds(in: forest, endedBy: text).map { [$0] } ?? [] }
      ?? Rounds.recurring(in: forest)
    between = options.between
    let judge = Judge(forest, settle: settle)
    let groups = LeakGroups(judge)
    let isLongLived = judge.longLived()
    let listed = groups.leaks.count { $0.confidence >= options.minimum }
    leaks = Array(groups.leaks.prefix(listed))
    all = forest.lives.indices.map { index in
      if !forest.lives[index].isAlive { return .finished }
      if let claim = judge.claims[index] {
        let leak = groups.leakOfBreak[claim]
        return leak < listed ? .leaked(groups.leaks[leak].confidence, leak: leak) : .open(.suspected)
      }
      if let doubt = judge.doubt(index) { return .unknown(doubt) }
      if let excuse = judge.excuses[index] { return .open(excuse) }
      return isLongLived[index] ? .longLived : .open(.running)
    }
    counts = Counts(all)
  }

  /// The verdict on the life with this number; nil where there is none.
  public subscript(number: Int) -> Verdict? {
    all.indices.contains(number - 1) ? all[number - 1] : nil
  }

  /// Whether a leak or a suspect that is listed is about the life with this number.
  public func tells(of number: Int) -> Bool { leak(of: number) != nil }

  /// The leak that a life belongs to.
  public func leak(of number: Int) -> Leak? {
    guard case .leaked(_, let leak)? = self[number] else { return nil }
    return leaks[leak]
  }
}

extension Verdicts.Counts {
  init(_ verdicts: [Verdict]) {
    for verdict in verdicts {
      switch verdict {
      case .finished: finished += 1
      case .leaked: leaked += 1
      case .open: open += 1
      case .longLived: longLived += 1
      case .unknown: unknown += 1
      }
    }
  }
}

extension Judge {
  /// What lives from (almost) the start to the end, if it is the only one of its kind.
  func longLived() -> [Bool] {
    let isEarly = forest.lives.map {
      $0.isAlive && $0.subscribedAt - min($0.subscribedAt, forest.began) <= settle
    }
    var starts: [Kind: Int] = [:]
    for life in forest.lives where life.downstream == nil && isEarly[life.number - 1] {
      starts[Kind(life, hashes[life.number - 1])] = 0
    }
    for life in forest.lives where life.downstream == nil {
      starts[Kind(life, hashes[life.number - 1])]? += 1
    }
    var isLongLived = isEarly
    for index in forest.topDown where isEarly[index] {
      let life = forest.lives[index]
      isLongLived[index] =
        life.downstream.map { isLongLived[$0 - 1] } ?? (starts[Kind(life, hashes[index])] == 1)
    }
    return isLongLived
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
