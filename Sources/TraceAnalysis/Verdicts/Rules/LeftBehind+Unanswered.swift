internal import TraceFormat

// Questions without an answer, which `LeftBehind` accuses as well.

/// It had no value before the program put it away. The others of its kind had values, and ended sooner.
struct LeftUnanswered: Evidence {
  let life: LifeIndex
  let age: UInt64
  let longest: UInt64
  let ended: Int

  var sentence: Sentence? {
    "\(life: life) lived for \(duration: age) without a value until the program put it away; \(count: ended) others of its kind had values and ended, the longest after \(duration: longest)"
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .duration("age", age), .duration("longest of the ended", longest),
      .count("ended", ended),
    ]
  }
}

/// The operator got values and let none of them through.
struct LetNothingThrough: Evidence {
  let life: LifeIndex
  let values: UInt64

  var sentence: Sentence? {
    "\(life: life) got \(values, "value") and let none through"
  }

  var figures: [Figure] { [.life("operator", life), .count("values", values)] }
}

extension Facts {
  /// The fewest answered lives of a kind before a life without an answer is a fault, and how many times as
  /// long it has waited.
  static let fewestAnswered = 3
  static let patience: UInt64 = 10

  /// A question without an answer: others of its kind had an end of their own soon, and this one lives on and
  /// has sent nothing. Its source is a closure, so that nothing says that somebody still works on it.
  func silentBreaks() -> [Break] {
    guard forest.totals.next > 0 else { return [] }
    return kinds.all.flatMap { kind -> [Break] in
      guard kind.alive > 0, kind.finished >= Self.fewestAnswered, kind.alive * 2 <= kind.finished else {
        return []
      }
      let silent = kind.members.filter { index in
        let life = forest.lives[index]
        // A task sends no values, whatever it does.
        return life.isAlive && life.isRoot && life.role.kind != .task && life.values == 0
          && doubt(index) == nil
          && forest.duration(of: life) > max(kind.longest * Self.patience, settle) && !awaitsStop(index)
          && keepers(of: index).allSatisfy {
            $0.traits.isDisjoint(with: [.hot, .timer, .endless]) && $0.values == 0
          }
      }
      return silent.map { index in
        let life = forest.lives[index]
        let evidence: [any Evidence] = [
          OutlivedSiblings(age: forest.duration(of: life), longest: kind.longest, ended: kind.ended)
        ]
        let source = keepers(of: index).first?.site
        let site = source.flatMap { $0.traits.contains(.subscribesInUserCode) ? $0 : nil } ?? life.site
        return Break(
          reason: .leftBehind, confidence: .possible, top: index, evidence: evidence + holder(life, kind),
          site: site, hint: .endAll(site: site, by: nil))
      }
    }
  }

  /// Some of a kind had sent nothing when the program put them away at its end, and had lived far longer than
  /// any other, while all that came in turn with them had values and ended by themselves.
  func unansweredBreaks() -> [Break] {
    guard forest.totals.next > 0 else { return [] }
    return kinds.all.flatMap { kind -> [Break] in
      guard kind.alive == 0, kind.putAway >= Self.fewestLeft, kind.finished >= 2 * kind.putAway,
        kind.finished == kind.ended
      else { return [] }
      let left = unanswered(of: kind)
      guard !left.isEmpty else { return [] }
      let ender = commonEnder(of: kind, waiting: left)
      return left.map { index in
        let life = forest.lives[index]
        let unanswered = LeftUnanswered(
          life: index, age: forest.duration(of: life), longest: kind.longest, ended: kind.ended)
        return leftBehind(index, ender, [unanswered], .endAll(site: life.site, by: ender?.site))
      }
    }
  }

  /// The ones of a kind that were put away, if they had sent nothing, lived far longer than the others, and
  /// came in turn with them. All others must have had values.
  private func unanswered(of kind: Kind) -> [LifeIndex] {
    var left: [LifeIndex] = []
    var turns = 0
    var followsEnded = false
    for index in kind.members {
      let life = forest.lives[index]
      let isLeft = forest.isPutAway(life)
      guard (life.values == 0) == isLeft else { return [] }
      if isLeft {
        guard !life.hasEnding, life.standsAlone, forest.duration(of: life) / 4 > kind.longest else {
          return []
        }
        if followsEnded { turns += 1 }
        left.append(index)
      }
      followsEnded = !isLeft
    }
    return turns >= Self.fewestTurns ? left : []
  }
}
