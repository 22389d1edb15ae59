internal import TraceFormat

/// The subscriptions of a line that work of another line answers, each by one of its own.
struct Answers {
  /// How many were answered, how long the slowest of them took, and the newest of them.
  let count: Int
  let longest: UInt64
  let newest: LifeIndex
  /// The ones without an answer, each with the work of its turn, which answered nobody.
  let lost: [(question: Life, work: Life)]

  /// Nil where too few were answered, or not one by one.
  ///
  /// - Parameter questions: the subscriptions of one line, in the order of birth.
  init?(of questions: [Life], atLeast few: Int, _ forest: Forest) {
    let answered = questions.filter { $0.answeredBy != nil }
    guard answered.count >= few, answered.count < questions.count, let newest = answered.last?.index,
      let works = Self.works(of: answered, forest), works[0].entryIndex != questions[0].entryIndex
    else { return nil }
    count = answered.count
    longest = answered.map { forest.duration(of: $0) }.max() ?? 0
    self.newest = newest
    lost = Self.lost(questions, works, forest)
  }

  /// The work that answered each. Of the subscriptions on the way of an answer it is the one nearest to the
  /// root that answered one alone: a handler of all requests begins one for each of them.
  private static func works(of answered: [Life], _ forest: Forest) -> [Life]? {
    let ways = answered.compactMap(\.answeredBy).map { answer in
      Array(forest.lives[answer].pathToRoot.reversed().filter(\.isInstance))
    }
    let depth = (0..<(ways.map(\.count).min() ?? 0)).first { depth in
      let works = ways.map { $0[depth] }
      return works.allSatisfy { $0.entryIndex == works[0].entryIndex }
        && Set(works.map(\.index)).count == works.count
    }
    return depth.map { depth in ways.map { $0[depth] } }
  }

  /// Questions without an answer stand in rows among those that have one. As many works without a question
  /// must stand between the same neighbours.
  private static func lost(
    _ questions: [Life], _ works: [Life], _ forest: Forest
  ) -> [(question: Life, work: Life)] {
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    isMeant[works[0].entryIndex] = true
    let claimed = Set(works.map(\.index))
    let free = LifeScan(forest.table, .sites(isMeant)).filter {
      $0.isInstance && !$0.wasAliveBefore && !claimed.contains($0.index)
    }
    var lost: [(question: Life, work: Life)] = []
    var (place, first) = (0, 0)
    while first < questions.count {
      guard questions[first].answeredBy == nil else {
        first += 1
        continue
      }
      let row = questions[first...].prefix { $0.answeredBy == nil }
      let before = first > 0 ? questions[first - 1].index : LifeIndex(-1)
      let behind = row.endIndex < questions.count ? questions[row.endIndex].index : LifeIndex(Int.max)
      while place < free.count, free[place].index < before { place += 1 }
      let own = free[place...].prefix { $0.index < behind }
      if own.count == row.count { lost += zip(row, own).map { (question: $0, work: $1) } }
      first = row.endIndex
    }
    return lost
  }
}
