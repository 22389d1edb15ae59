package import TraceFormat

/// The work that was to answer a subscription is over without an answer, and the subscription waits on.
///
/// A handler answers its request with a value or an error. A result that completes without a value leaves the
/// request open. Or an event that never comes is awaited, and nobody can end the waiting.
package struct LostAnswer: Finding {
  package static let check = "lost-answer"
  private static let few = 2
  private static let patience: UInt64 = 4

  package static let description = RuleDescription(
    ofCheck: check, title: "over without the answer",
    claim: """
      Each subscription of a line is ended by work of its own. That work is over for one of them, it \
      brought no answer, and the subscription waits on.
      """,
    needs: """
      Several subscriptions of a line that ended by themselves, each because of an event of another \
      subscription. The answering subscriptions are of one line as well, and each answered one.
      One without a value and without an end. The subscription of the answering line that was begun in its \
      turn answered nobody, and has completed, failed, or given way to a newer one.
      The wait since then is far longer than the others waited, and longer than the settle time.
      A younger one was answered since, or nobody has its handle. Values are recorded, and nothing was lost.
      """,
    excuses: """
      Work that the program disposed: the question was taken back with it.
      A subscription with a clock or a stop signal on its way: that may end it.
      Lines that do not come in turn, such as polls of which only one in a few has an answer.
      The newest one, while somebody has its handle: another work may be about to begin.
      """,
    thresholds: [
      .count("fewest answered", few, "One may have been answered by chance."),
      .times("patience", patience, "A slower answer may still come."),
    ],
    faulty: .program(
      "Field/Faulty/OrderRoutes",
      "A customer without an order: the search completes without a value, and the request stays open."),
    healthy: .program(
      "Healthy/DoorbellAtNight",
      "Somebody waits for the bell. Most visits end without a ring, and the next one may bring it."))

  package let site: Site
  package let name: String
  package let otherSite: Site?
  /// The subscriptions that wait.
  package let lives: [Int]
  private let question: Site
  private let first: LifeIndex
  /// How long the first of them has waited since its work was over.
  private let waited: UInt64
  private let answered: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [LostAnswer] {
    // With losses, the missing answer may be a lost one.
    guard forest.knowsValues, forest.lostRanges.isEmpty else { return [] }
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    for life in forest.rareLives where life.answeredBy != nil { isMeant[life.entryIndex] = true }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) {
      !$0.wasAliveBefore && ($0.isRoot || $0.role.kind == .inner)
    }
    .compactMap { questions in
      Answers(of: questions, atLeast: few, forest).flatMap { LostAnswer($0, forest, verdicts.settle) }
    }
  }

  private init?(_ answers: Answers, _ forest: Forest, _ settle: UInt64) {
    let patience = max(settle, Self.patience * answers.longest)
    let lost = answers.lost.filter { question, work in
      guard let over = forest.endWithoutAnswer(of: work), forest.waits(question) else { return false }
      let end = question.endedAt ?? forest.lastSeen
      return end > over && end - over > patience
    }
    guard let (first, work) = lost.first, lost.count <= answers.count,
      lost.contains(where: { $0.question.index < answers.newest || $0.question.isOutOfReach })
    else { return nil }
    site = work.site
    name = work.name
    otherSite = first.site.asSecond(to: work.site)
    lives = lost.map(\.question.number)
    question = first.site
    self.first = first.index
    let end = first.endedAt ?? forest.lastSeen
    waited = end - min(end, work.endedAt ?? end)
    answered = answers.count
  }

  package var sentence: Sentence {
    "\(count: lives.count) of \(count: lives.count + answered) came to an end without an answer for \(site: question), as each of the others brought one: \(life: first) has waited for \(duration: waited) since"
  }

  package static func summary(_ findings: [LostAnswer]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") whose answer was lost"
  }
}

extension Forest {
  /// When a work came to an end of its own, or gave way to the next one.
  fileprivate func endWithoutAnswer(of work: Life) -> UInt64? {
    work.hasEnding || work.isDisposed && work.reason == .replaced ? work.endedAt : nil
  }

  /// Whether a subscription has had nothing, and nothing that is known of is to end it.
  fileprivate func waits(_ question: Life) -> Bool {
    guard !question.hasEnding, question.values == 0, question.isAlive || isPutAway(question) else {
      return false
    }
    var (rest, steps) = ([question], 0)
    while let life = rest.popLast(), steps < 64 {
      if life.role.kind == .control || life.traits.contains(.timer) { return false }
      rest += life.upstreams
      steps += 1
    }
    return true
  }
}

extension Life {
  /// Whether nobody has its handle.
  fileprivate var isOutOfReach: Bool { handleReleasedAt != nil && owner == nil }
}
