package import TraceFormat

/// Inner signals become more and more.
enum InnersPileUp: Rule {
  static let description = RuleDescription(
    of: .innersPileUp, title: "inner signals pile up",
    claim: "A flattening operator begins one inner signal after the other, and none of them ends.",
    needs: """
      Several inner signals of one kind that are alive, and hardly one that was ended. None has ended by \
      itself.
      A flattening operator that is alive, and a source of it that goes on.
      A source of the inner signals that never ends, or many that are alive.
      If all were put away as the program ended, more are needed.
      """,
    excuses: """
      A list that was complete when its source ended.
      A set that has levelled off: no more were begun for a good part of the time.
      Inner signals of which one has ended by itself.
      """,
    thresholds: [
      .count("fewest alive", Facts.fewestStarts, "Two may be a change from one to the other."),
      .count(
        "most without an endless source", Facts.fewestHeld,
        "Where nothing says that the source never ends, more than so many are needed."),
      .count(
        "fewest put away at the end", Facts.fewestInnerPutAway,
        "They are put away as their operator is: so few may be its purpose."),
      .times(
        "alive for each that ended", Facts.livingForEachEnd,
        "One that was ended, among so many, does not speak against growth."),
    ],
    faulty: .program(
      "Faulty/wrong-flatten/CityPicker",
      "`flatMap` keeps the forecast of every city that was picked. `flatMapLatest` was meant."),
    healthy: .program(
      "Healthy/ContactList",
      "`flatMap` follows the presence of every contact in a list. The list is read once and complete."))

  static let reason = Leak.Reason.innersPileUp
  static let searches: [Search] = [.growth]
}

extension Leak.Reason {
  /// Inner signals pile up, and none has ever ended.
  public static let innersPileUp = Leak.Reason("innersPileUp", .placedDownstream)
}

/// How many inner signals of the operator are alive.
struct InnersAlive: Evidence {
  let life: LifeIndex
  let alive: Int
  let count: Int

  var sentence: Sentence? {
    "\(count: alive) of \(count: count) inner signals of \(life: life) are alive"
  }

  var figures: [Figure] {
    [.life("operator", life), .count("inner signals alive", alive), .count("inner signals", count)]
  }
}

/// One input of the operator has completed, and the other one has not.
struct InputCompleted: Evidence {
  let gathering: LifeIndex
  let input: LifeIndex
  let other: LifeIndex

  var sentence: Sentence? {
    "\(life: input), an input of \(life: gathering), has completed; \(life: gathering) lives as long as its other one, \(life: other)"
  }

  var figures: [Figure] {
    [
      .life("operator", gathering), .life("completed input", input), .life("living input", other),
    ]
  }
}

extension Leak.Hint {
  /// End the inner signals of the operator at `site`: switch to the newest, or stop each of them.
  package static func endInner(site: Site) -> Leak.Hint {
    Leak.Hint("endInner", site) {
      "Nothing ends the inner signals of \($0.name) at \($0.place): switch to the newest (flatMapLatest), or give each "
        + "an end."
    }
  }

  /// End the other input of the operator at `site`, the one from `input`, when the first one has completed.
  package static func endOtherInput(site: Site, input: Site) -> Leak.Hint {
    Leak.Hint("endOtherInput", site, other: input, .input) {
      "\($0.name) at \($0.place) goes on with \($0.otherName) at \($0.otherPlace) alone: end that with the other "
        + "input, by a take(until:) there."
    }
  }
}

extension Facts {
  /// If the others of the kind wait for the same input in so many cases, it is the reason.
  private static let fewestThatWait = 3

  /// The operator of two inputs that keeps each of a kind alive for one of them, although the other one has
  /// completed.
  struct OutlivedInput {
    /// Of the first of the kind that is alive.
    let gathering: Life
    let completed: Life
    let alive: Life

    var evidence: any Evidence {
      InputCompleted(gathering: gathering.index, input: completed.index, other: alive.index)
    }
  }

  func endOther(_ outlived: OutlivedInput) -> Leak.Hint {
    .endOtherInput(site: outlived.gathering.site, input: outlived.alive.site)
  }

  /// The reason for which none of a kind ends, if it is this: one of two inputs of an operator completes in
  /// each of them, and the operator lives on with the other.
  func outlivedInput(of kind: Kind) -> OutlivedInput? {
    let living = kind.members.map { forest.lives[$0] }.filter(\.isAlive)
    guard living.count >= Self.fewestThatWait,
      let first = living.first.flatMap({ outlivedInput(of: $0) })
    else { return nil }
    let site = first.gathering.entryIndex
    // The last may not be so far.
    let isSo = living.dropLast().allSatisfy { life in
      outlivedInput(of: life).map { $0.gathering.entryIndex == site } ?? false
    }
    return isSo ? first : nil
  }

  private func outlivedInput(of part: Life) -> OutlivedInput? {
    var (next, steps): (Life?, Int) = (part, 0)
    while let life = next, steps < Thresholds.reach {
      steps += 1
      let sources = life.upstreams.filter { $0.role.kind == .source }
      if sources.count > 1 {
        guard sources.count == 2, life.traits.isDisjoint(with: .restarts),
          let completed = sources.first(where: { $0.ending?.kind == .completed }),
          let alive = sources.first(where: \.isAlive),
          // An input that was begun after the other's end is the next one, and was not heard beside it.
          let ended = completed.endedAt, alive.subscribedAt < ended
        else { return nil }
        return OutlivedInput(gathering: life, completed: completed, alive: alive)
      }
      next = sources.count == 1 ? sources[0] : nil
    }
    return nil
  }
}
